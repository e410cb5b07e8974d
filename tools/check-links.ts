/** Fails when a document points at a file of the project that is not there. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Offence, type SourceFile, sourceFiles } from './house/source-files.ts'

// A walk that went blind must not be green.
const fewest = 3

const link = /\]\(([^)\s]+)\)|(?<=^|[\s(|])`((?:apps|packages|tools|docs|e2e|bench|drills)\/[\w./@-]+)`/gm

/** Relative links and paths in backquotes of one document that lead nowhere below `root`. */
export function deadLinks(root: string, { path, text }: SourceFile): Offence[] {
  return [...text.matchAll(link)].flatMap((match) => {
    const target = (match[1] ?? match[2] ?? '').replace(/#.*$/, '')
    if (target === '' || /^[a-z]+:/.test(target)) return []
    const from = match[1] === undefined ? root : join(root, dirname(path))
    if (existsSync(join(from, target))) return []
    return [{ path, line: text.slice(0, match.index).split('\n').length, rule: `Nothing at ${target}.` }]
  })
}

if (import.meta.main) {
  const root = process.cwd()
  const documents = sourceFiles(root).filter((file) => file.path.endsWith('.md'))
  const dead = documents.flatMap((document) => deadLinks(root, document))
  for (const { path, line, rule } of dead) console.error(`${path}:${line} ${rule}`)
  if (documents.length < fewest)
    console.error(`check-links: saw ${documents.length} documents, expected at least ${fewest}.`)
  console.log(`check-links: ${documents.length} documents, ${dead.length} dead links`)
  process.exitCode = dead.length > 0 || documents.length < fewest ? 1 : 0
}
