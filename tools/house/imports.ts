import { blankOutComments } from './source-files.ts'

const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"]+)\1/g

/** Returns the feature to which a server or web file belongs. Returns undefined outside features. */
export const findFeatureOfFile = (path: string): string | undefined =>
  /^apps\/(?:server|web)\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** Returns the imports of a source file with their line numbers, including dynamic imports. */
export function findImports(source: string): { specifier: string; line: number }[] {
  const text = blankOutComments(source)
  return [...text.matchAll(imported)].map((match) => ({
    specifier: match[2] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }))
}
