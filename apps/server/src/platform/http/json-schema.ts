import { type JsonSchema, type OverrideActionContext, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

type Json = { [key: string]: unknown }

/** Checks that only valibot can make (branding, cleaning text, custom rules): no keyword says them. */
const ignoreActions = [
  'brand',
  'check',
  'trim',
  'transform',
  'to_lower_case',
  'normalize',
  'raw_transform',
  'partial_check',
]

/** A pattern of JSON Schema is read with the flag `u` (draft 2020-12, §6.4), so that one says nothing new. */
function unicodePattern({ valibotAction, jsonSchema }: OverrideActionContext): JsonSchema | undefined {
  const { requirement } = valibotAction as { requirement?: unknown }
  if (!(requirement instanceof RegExp) || requirement.flags !== 'u') return undefined
  return { ...jsonSchema, pattern: requirement.source }
}

const how = { ignoreActions, overrideAction: unicodePattern }

/** JSON Schema of what the server answers. */
export const outputSchema = (schema: v.GenericSchema): Json =>
  toJsonSchema(schema, { ...how, typeMode: 'output' }) as Json

/** JSON Schema of what a caller sends. */
export const inputSchema = (schema: v.GenericSchema): Json =>
  toJsonSchema(schema, { ...how, typeMode: 'input' }) as Json

/**
 * The schema Fastify compiles its serialiser from. `anyOf [X, null]` becomes `nullable`: the compiled code then
 * tests for null instead of validating each branch. Formats are dropped: on the way out they cost and prove nothing.
 */
export function responseSchema(schema: v.GenericSchema): Json {
  return lean(outputSchema(schema)) as Json
}

function lean(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(lean)
  if (typeof node !== 'object' || node === null) return node
  const { format, pattern, minLength, maxLength, minimum, maximum, $schema, ...rest } = node as Json
  const branches = rest.anyOf
  if (Array.isArray(branches) && branches.length === 2 && branches.some((b: Json) => b.type === 'null')) {
    const other = lean(branches.find((b: Json) => b.type !== 'null')) as Json
    // A union keeps its branches: `nullable` wants a type beside it.
    return Array.isArray(other.anyOf) ? { anyOf: [...other.anyOf, { type: 'null' }] } : { ...other, nullable: true }
  }
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === 'properties' ? named(value) : lean(value)]),
  )
}

/** Under `properties` keys are names of ours, such as a photo's `format`, not keywords. */
const named = (properties: unknown) =>
  Object.fromEntries(Object.entries(properties as Json).map(([name, schema]) => [name, lean(schema)]))
