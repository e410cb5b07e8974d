import { findLineNumber, type Offence, type SourceFile } from './source-files.ts'

/** Finds usernames that two e2e test files use. Test files share a running app, so their usernames must differ. */
export function findUsernameOffences(files: readonly SourceFile[]): Offence[] {
  const firstPath = new Map<string, string>()
  return files
    .filter(({ path }) => path.startsWith('e2e/') && path.endsWith('.spec.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\busername: '([^']+)'/g)].flatMap(({ 1: username = '', index }) => {
        const taken = firstPath.get(username)
        firstPath.set(username, taken ?? path)
        if (!taken || taken === path) return []
        const rule = `The username ${username} is already used in ${taken}: choose another.`
        return { path, line: findLineNumber(text, index), rule }
      }),
    )
}
