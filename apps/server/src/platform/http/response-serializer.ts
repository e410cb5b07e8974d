import { createRequire } from 'node:module'
import type fastJson from 'fast-json-stringify'
import type * as v from 'valibot'
import { toSerializerSchema } from './json-schema.ts'

const load = createRequire(import.meta.url)

export type Serializer = (answer: unknown) => string

/** Compiles a serialiser that drops fields outside the contract. @throws Error for a schema without JSON Schema form */
export function compileSerializer(output: v.GenericSchema): Serializer {
  const compile = load('fast-json-stringify') as typeof fastJson
  return compile(toSerializerSchema(output) as fastJson.AnySchema) as Serializer
}

/** Returns a serialiser that is compiled at its first use, because compiling all 120 schemas would slow the start. */
export function compileSerializerLazily(output: v.GenericSchema): Serializer {
  let serialize: Serializer | undefined
  return (answer) => {
    serialize ??= compileSerializer(output)
    return serialize(answer)
  }
}
