import type { ZipEntry } from './zip-entries.ts'

const getFileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const plainPath = (path: string) =>
  path
    .normalize()
    .replaceAll('\\', '/')
    .replace(/[?#].*$/, '')
    .replace(/^(?:\.?\/)+/, '')

/**
 * Returns a function that finds the ZIP entry for a path in a post. The folders of path and entry often differ. If no
 * entry has this path, the function compares entries with the same file name. It returns the entry with the most equal
 * parent folders.
 */
export function createFileFinder(entries: readonly ZipEntry[]): (path: string) => ZipEntry | null {
  const byPath = new Map(entries.map((entry) => [plainPath(entry.path), entry]))
  const byName = Map.groupBy(entries, ({ path }) => getFileName(plainPath(path)))
  return (path) => {
    const wantedPath = plainPath(path)
    const exact = byPath.get(wantedPath)
    if (exact) return exact
    const sameNameEntries = byName.get(getFileName(wantedPath)) ?? []
    return sameNameEntries.toSorted((a, b) => agreement(b.path, wantedPath) - agreement(a.path, wantedPath))[0] ?? null
  }
}

/** Returns how many path segments are equal, counted backwards from the file name. */
function agreement(first: string, second: string): number {
  const [a, b] = [first.split('/').toReversed(), second.split('/').toReversed()]
  const firstDifference = a.findIndex((part, at) => part !== b[at])
  return firstDifference < 0 ? a.length : firstDifference
}
