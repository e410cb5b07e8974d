import { createRequire } from 'node:module'
import type fastJson from 'fast-json-stringify'
import type * as v from 'valibot'
import { responseSchema } from './json-schema.ts'

const load = createRequire(import.meta.url)

export type Serializer = (answer: unknown) => string

/**
 * Compiles the serialiser of an endpoint's answers. It drops every field that the contract does not name.
 * @throws Error for a schema without a JSON Schema equivalent
 */
export function compileSerializer(output: v.GenericSchema): Serializer {
  const compile = load('fast-json-stringify') as typeof fastJson
  return compile(responseSchema(output) as fastJson.AnySchema) as Serializer
}

/**
 * Like `compileSerializer`, but compiles on the first answer: compiling all 120 would slow the start, and few are
 * needed soon.
 */
export function answerSerializer(output: v.GenericSchema): Serializer {
  let serialize: Serializer | undefined
  return (answer) => {
    serialize ??= compileSerializer(output)
    return serialize(answer)
  }
}
