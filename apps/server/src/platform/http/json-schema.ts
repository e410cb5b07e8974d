import { type JsonSchema, type OverrideActionContext, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

type Json = { [key: string]: unknown }

/** Valibot actions that JSON Schema cannot express, such as branding and custom rules. */
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

/** Removes the flag `u` of a pattern, because JSON Schema always uses it (draft 2020-12, §6.4). */
function removeUnicodeFlag({ valibotAction, jsonSchema }: OverrideActionContext): JsonSchema | undefined {
  const { requirement } = valibotAction as { requirement?: unknown }
  if (!(requirement instanceof RegExp) || requirement.flags !== 'u') return undefined
  return { ...jsonSchema, pattern: requirement.source }
}

const conversion = { ignoreActions, overrideAction: removeUnicodeFlag }

export const toOutputSchema = (schema: v.GenericSchema): Json =>
  toJsonSchema(schema, { ...conversion, typeMode: 'output' }) as Json

export const toInputSchema = (schema: v.GenericSchema): Json =>
  toJsonSchema(schema, { ...conversion, typeMode: 'input' }) as Json

/**
 * Converts a schema for Fastify's serialiser. `anyOf [X, null]` becomes `nullable`, which is cheaper to serialise.
 * Drops formats and limits, because the server need not validate its own output.
 */
export function toSerializerSchema(schema: v.GenericSchema): Json {
  return simplify(toOutputSchema(schema)) as Json
}

function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify)
  if (typeof node !== 'object' || node === null) return node
  const { format, pattern, minLength, maxLength, minimum, maximum, $schema, ...rest } = node as Json
  const branches = rest.anyOf
  if (Array.isArray(branches) && branches.length === 2 && branches.some((b: Json) => b.type === 'null')) {
    const other = simplify(branches.find((b: Json) => b.type !== 'null')) as Json
    // A union of types keeps `anyOf`, because `nullable` is only valid with a single `type`.
    return Array.isArray(other.anyOf) ? { anyOf: [...other.anyOf, { type: 'null' }] } : { ...other, nullable: true }
  }
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === 'properties' ? simplifyProperties(value) : simplify(value),
    ]),
  )
}

// Converts `properties`. Its keys are field names, such as a photo's `format`, and not JSON Schema keywords.
const simplifyProperties = (properties: unknown) =>
  Object.fromEntries(Object.entries(properties as Json).map(([name, schema]) => [name, simplify(schema)]))
