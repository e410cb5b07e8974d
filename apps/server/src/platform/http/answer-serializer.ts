import { createRequire } from 'node:module'
import type fastJson from 'fast-json-stringify'
import type * as v from 'valibot'
import { responseSchema } from './json-schema.ts'

const load = createRequire(import.meta.url)

/** Writes an answer as JSON. */
export type Serializer = (answer: unknown) => string

/**
 * Compiles what writes an endpoint's answers: a field that the contract does not name cannot leave.
 * @throws Error for a schema that no JSON Schema says
 */
export function compileSerializer(output: v.GenericSchema): Serializer {
  const compile = load('fast-json-stringify') as typeof fastJson
  return compile(responseSchema(output) as fastJson.AnySchema) as Serializer
}

/** The same, compiled when the first answer leaves: 120 of them make a start longer, and few are asked for soon. */
export function answerSerializer(output: v.GenericSchema): Serializer {
  let serialize: Serializer | undefined
  return (answer) => {
    serialize ??= compileSerializer(output)
    return serialize(answer)
  }
}
