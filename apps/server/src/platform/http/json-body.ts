/**
 * Whether an object in this JSON text names a key twice. Readers disagree on which one counts, and what one checks
 * another would use. The text has been parsed before, so it is well-formed.
 */
export function hasDuplicateKeys(json: string): boolean {
  const open: (Set<string> | undefined)[] = []
  // Strings with the colon that makes them keys, and the brackets; everything else holds none of these.
  for (const [token, , colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (colon) {
      const key = String(JSON.parse(token.slice(0, -colon.length)))
      const keys = open.at(-1)
      if (keys?.has(key)) return true
      keys?.add(key)
    }
  }
  return false
}

// The longest list that an endpoint takes has 200 items.
const MOST_ITEMS = 500

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Whether the lists in a JSON value together have more items than any endpoint accepts. A schema checks every item of a
 * list before the length of the list: 64 KB of wrong items take seconds, and their errors fill megabytes.
 */
export function hasTooManyItems(json: unknown): boolean {
  let items = 0
  const found = [json].filter(isObject)
  for (const value of found) {
    if (Array.isArray(value)) items += value.length
    for (const inner of Object.values(value)) if (isObject(inner)) found.push(inner)
  }
  return items > MOST_ITEMS
}
