/** Whether well-formed JSON has an object with a duplicate key: JSON parsers differ in the value that they use. */
export function hasDuplicateKeys(json: string): boolean {
  const open: (Set<string> | undefined)[] = []
  // Matches brackets and strings. A string before a colon is a key.
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

// Must be higher than 200, the maximum length of a list in the schemas of the endpoints.
const MAX_ITEMS = 500

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Whether the lists of a JSON value have over 500 items in total, which no endpoint accepts. A schema would validate
 * all items before the length. For 64 KB of invalid items, that takes seconds and produces megabytes of errors.
 */
export function hasTooManyItems(json: unknown): boolean {
  let items = 0
  const found = [json].filter(isObject)
  for (const value of found) {
    if (Array.isArray(value)) items += value.length
    for (const inner of Object.values(value)) if (isObject(inner)) found.push(inner)
  }
  return items > MAX_ITEMS
}
