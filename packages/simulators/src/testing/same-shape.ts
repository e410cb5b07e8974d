/** Returns the keys and types of a value without its contents, to compare a response with a captured one. */
export function describeShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeShape)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, describeShape(inner)]))
}
