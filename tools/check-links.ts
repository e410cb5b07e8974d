/** Fails when a document links to, or names, a project file that does not exist. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findLineNumber, type Offence, readSourceFiles, type SourceFile } from './house/source-files.ts'

// Minimum number of documents. A check that reads no documents must not pass.
const fewest = 3

const link = /\]\(([^)\s]+)\)|(?<=^|[\s(|])`((?:apps|packages|tools|docs|e2e|bench|drills)\/[\w./@-]+)`/gm
// Matches a file name or the last parts of a path, such as `feed/view.ts` or `#lib/call.ts`.
const name = /`#?((?!(?:apps|packages|tools|docs|e2e|bench|drills)\/)[\w./-]+\.tsx?)`/g

/** Returns the relative links and backquoted paths of a document that do not exist below `root`. */
export function findDeadLinks(root: string, { path, text }: SourceFile): Offence[] {
  return [...text.matchAll(link)].flatMap((match) => {
    const target = (match[1] ?? match[2] ?? '').replace(/#.*$/, '')
    if (target === '' || /^[a-z]+:/.test(target)) return []
    const from = match[1] === undefined ? root : join(root, dirname(path))
    if (existsSync(join(from, target))) return []
    return [{ path, line: findLineNumber(text, match.index), rule: `Nothing at ${target}.` }]
  })
}

/** Returns the names of source files in backquotes that match no file of the project. */
export function findDeadFileNames(paths: readonly string[], { path, text }: SourceFile): Offence[] {
  const isThere = (named: string) => paths.some((other) => other === named || other.endsWith(`/${named}`))
  return [...text.matchAll(name)].flatMap(({ 1: named = '', index }) =>
    isThere(named) ? [] : [{ path, line: findLineNumber(text, index), rule: `The file ${named} does not exist.` }],
  )
}

if (import.meta.main) {
  const root = process.cwd()
  const files = readSourceFiles(root)
  const paths = files.map(({ path }) => path)
  const documents = files.filter(({ path }) => path.endsWith('.md'))
  const dead = documents.flatMap((document) => [
    ...findDeadLinks(root, document),
    ...findDeadFileNames(paths, document),
  ])
  for (const { path, line, rule } of dead) console.error(`${path}:${line} ${rule}`)
  if (documents.length < fewest)
    console.error(`check-links: saw ${documents.length} documents, expected at least ${fewest}.`)
  console.log(`check-links: ${documents.length} documents, ${dead.length} dead links`)
  process.exitCode = dead.length > 0 || documents.length < fewest ? 1 : 0
}
