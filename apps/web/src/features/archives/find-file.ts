import type { ZipEntry } from './zip-entries.ts'

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const plainPath = (path: string) => path.replace(/[?#].*$/, '').replace(/^(?:\.?\/)+/, '')

/**
 * Finds files as an archive's words name them. Folders often differ from what is written there, so that a file of the
 * same name is taken when the path is not there: of several the one whose folders agree longest, from the end.
 */
export function findFile(entries: readonly ZipEntry[]): (path: string) => ZipEntry | null {
  const byPath = new Map(entries.map((entry) => [plainPath(entry.path), entry]))
  const byName = Map.groupBy(entries, ({ path }) => nameOf(path))
  return (path) => {
    const wanted = plainPath(path)
    const exact = byPath.get(wanted)
    if (exact) return exact
    const alike = byName.get(nameOf(wanted)) ?? []
    return alike.toSorted((a, b) => agreement(b.path, wanted) - agreement(a.path, wanted))[0] ?? null
  }
}

/** How many folders agree, counted from the file upwards. */
function agreement(one: string, other: string): number {
  const [a, b] = [one.split('/').toReversed(), other.split('/').toReversed()]
  const differs = a.findIndex((part, at) => part !== b[at])
  return differs < 0 ? a.length : differs
}
