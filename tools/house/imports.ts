import { withoutComments } from './source-files.ts'

const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"]+)\1/g

/** The feature of a file, on either side; undefined outside features. */
export const featureOf = (path: string): string | undefined =>
  /^apps\/(?:server|web)\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** Imports of a source, dynamic ones included, with their lines. */
export function importsOf(source: string): { specifier: string; line: number }[] {
  const text = withoutComments(source)
  return [...text.matchAll(imported)].map((match) => ({
    specifier: match[2] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }))
}
