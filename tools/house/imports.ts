import { blankComments } from './source-files.ts'

const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"]+)\1/g

/** Returns the feature of a server or web file; undefined outside features. */
export const findFeature = (path: string): string | undefined =>
  /^apps\/(?:server|web)\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** Returns the imports of a source with their lines, including dynamic imports. */
export function findImports(source: string): { specifier: string; line: number }[] {
  const text = blankComments(source)
  return [...text.matchAll(imported)].map((match) => ({
    specifier: match[2] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }))
}
