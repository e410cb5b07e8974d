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
