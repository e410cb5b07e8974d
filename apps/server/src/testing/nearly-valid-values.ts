import fc from 'fast-check'
import * as v from 'valibot'

type Part = v.GenericSchema & {
  readonly wrapped?: Part
  readonly item?: Part
  readonly value?: Part
  readonly literal?: unknown
  readonly options?: readonly unknown[]
  readonly entries?: Readonly<Record<string, Part>>
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[]
}

/** Returns the number in a validation such as `min_length`, or `otherwise` if the schema lacks that validation. */
const findNumber = ({ pipe = [] }: Part, type: string, otherwise: number): number => {
  const requirement = pipe.find((action) => action.type === type)?.requirement
  return typeof requirement === 'number' ? requirement : otherwise
}

/** Generates mostly values of the pool that the schema accepts, and otherwise random texts of valid length. */
function generateTexts(schema: Part, pool: readonly unknown[]): fc.Arbitrary<unknown> {
  const accepted = pool.filter((one) => v.safeParse(schema, one).success)
  const minLength = findNumber(schema, 'min_length', 0)
  const maxLength = Math.max(minLength, Math.min(findNumber(schema, 'max_length', 60), minLength + 60))
  const generated = fc.string({ minLength, maxLength })
  return accepted.length === 0 ? generated : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...accepted) }, generated)
}

const generateLists = (item: Part, schema: Part, pool: readonly unknown[]) =>
  fc.array(generateValidValues(item, pool), {
    minLength: findNumber(schema, 'min_length', 0),
    maxLength: Math.min(findNumber(schema, 'max_length', 3), 3),
  })

/** Generates values that the schema mostly accepts. `pool` has values such as ids, which random text cannot match. */
export function generateValidValues(schema: Part, pool: readonly unknown[]): fc.Arbitrary<unknown> {
  const { type, wrapped, item, value, entries, options = [] } = schema
  if (wrapped && type !== 'optional') return generateValidValues(wrapped, pool)
  // Omits most optional values, because omitting them is always valid.
  if (wrapped) return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, generateValidValues(wrapped, pool))
  if (type === 'object' && entries)
    return fc.record(
      Object.fromEntries(Object.entries(entries).map(([key, part]) => [key, generateValidValues(part, pool)])),
    )
  if (type === 'array' && item) return generateLists(item, schema, pool)
  if (type === 'record' && value)
    return fc.dictionary(fc.constantFrom('a', 'likes', 'post'), generateValidValues(value, pool))
  if (type === 'picklist') return fc.constantFrom(...options)
  if (type === 'literal') return fc.constant(schema.literal)
  // The cast is safe: the options of unions and variants are schemas.
  if (type === 'union' || type === 'variant')
    return fc.oneof(...options.map((one) => generateValidValues(one as Part, pool)))
  if (type === 'boolean') return fc.boolean()
  if (type === 'number') return generateNumbers(schema)
  return type === 'string' ? generateTexts(schema, pool) : fc.constantFrom(...pool)
}

function generateNumbers(schema: Part): fc.Arbitrary<number> {
  const min = findNumber(schema, 'min_value', findNumber(schema, 'gt_value', -10))
  const max = findNumber(schema, 'max_value', min + 1_000)
  return fc.oneof(fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max, Math.floor((min + max) / 2)))
}

type Path = readonly (string | number)[]

function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, one]) => listPaths(one, [...path, key]))]
}

function replaceAt(value: unknown, [key, ...rest]: Path, odd: unknown): unknown {
  if (key === undefined) return odd
  if (Array.isArray(value)) return value.map((one, n) => (String(n) === String(key) ? replaceAt(one, rest, odd) : one))
  // The cast is safe, because a path leads only through arrays and objects.
  const before = value as Record<string, unknown>
  return { ...before, [key]: replaceAt(before[key], rest, odd) }
}

/** Generates values as `generateValidValues` does. In half of the values, `odd` replaces one part. */
export const generateNearlyValidValues = (schema: Part, pool: readonly unknown[], odd: fc.Arbitrary<unknown>) =>
  fc.tuple(generateValidValues(schema, pool), fc.nat(), odd, fc.boolean()).map(([value, at, other, isOdd]) => {
    const paths = listPaths(value)
    return isOdd ? replaceAt(value, paths[at % paths.length] ?? [], other) : value
  })
