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
const numberIn = ({ pipe = [] }: Part, type: string, otherwise: number): number => {
  const requirement = pipe.find((action) => action.type === type)?.requirement
  return typeof requirement === 'number' ? requirement : otherwise
}

/** Generates mostly values of the pool that the schema accepts, and otherwise random texts of valid length. */
function texts(schema: Part, pool: readonly unknown[]): fc.Arbitrary<unknown> {
  const taken = pool.filter((one) => v.safeParse(schema, one).success)
  const least = numberIn(schema, 'min_length', 0)
  const most = Math.max(least, Math.min(numberIn(schema, 'max_length', 60), least + 60))
  const generated = fc.string({ minLength: least, maxLength: most })
  return taken.length === 0 ? generated : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...taken) }, generated)
}

const list = (item: Part, schema: Part, pool: readonly unknown[]) =>
  fc.array(validValues(item, pool), {
    minLength: numberIn(schema, 'min_length', 0),
    maxLength: Math.min(numberIn(schema, 'max_length', 3), 3),
  })

/** Generates values that the schema mostly accepts. `pool` has values such as ids, which random text cannot match. */
export function validValues(schema: Part, pool: readonly unknown[]): fc.Arbitrary<unknown> {
  const { type, wrapped, item, value, entries, options = [] } = schema
  if (wrapped && type !== 'optional') return validValues(wrapped, pool)
  // Omits most optional values, because omitting them is always valid.
  if (wrapped) return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, validValues(wrapped, pool))
  if (type === 'object' && entries)
    return fc.record(Object.fromEntries(Object.entries(entries).map(([key, part]) => [key, validValues(part, pool)])))
  if (type === 'array' && item) return list(item, schema, pool)
  if (type === 'record' && value) return fc.dictionary(fc.constantFrom('a', 'likes', 'post'), validValues(value, pool))
  if (type === 'picklist') return fc.constantFrom(...options)
  if (type === 'literal') return fc.constant(schema.literal)
  // The cast is safe: the options of unions and variants are schemas.
  if (type === 'union' || type === 'variant') return fc.oneof(...options.map((one) => validValues(one as Part, pool)))
  if (type === 'boolean') return fc.boolean()
  if (type === 'number') return numbers(schema)
  return type === 'string' ? texts(schema, pool) : fc.constantFrom(...pool)
}

function numbers(schema: Part): fc.Arbitrary<number> {
  const min = numberIn(schema, 'min_value', numberIn(schema, 'gt_value', -10))
  const max = numberIn(schema, 'max_value', min + 1_000)
  return fc.oneof(fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max, Math.floor((min + max) / 2)))
}

type Path = readonly (string | number)[]

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...path, key]))]
}

function withAt(value: unknown, [key, ...rest]: Path, odd: unknown): unknown {
  if (key === undefined) return odd
  if (Array.isArray(value)) return value.map((one, n) => (String(n) === String(key) ? withAt(one, rest, odd) : one))
  // The cast is safe, because a path leads only through arrays and objects.
  const before = value as Record<string, unknown>
  return { ...before, [key]: withAt(before[key], rest, odd) }
}

/** Generates values as `validValues` does. In half of the values, `odd` replaces one part. */
export const nearlyValidValues = (schema: Part, pool: readonly unknown[], odd: fc.Arbitrary<unknown>) =>
  fc.tuple(validValues(schema, pool), fc.nat(), odd, fc.boolean()).map(([value, at, other, isOdd]) => {
    const paths = pathsIn(value)
    return isOdd ? withAt(value, paths[at % paths.length] ?? [], other) : value
  })
