import { withoutComments } from './source-files.ts'

const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"]+)\1/g

/** The feature a file is in, on either side; undefined for what is in none. */
export const featureOf = (path: string): string | undefined =>
  /^apps\/(?:server|web)\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** What a source imports, also lazily, and in which line. */
export function importsOf(source: string): { specifier: string; line: number }[] {
  const text = withoutComments(source)
  return [...text.matchAll(imported)].map((match) => ({
    specifier: match[2] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }))
}
