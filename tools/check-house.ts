/**
 * `node tools/check-house.ts`, run in the project's root, checks rules that a linter cannot express. The rules cover
 * feature imports, SQL ownership, names and lengths of files, clock reads, colours, texts, APIs that browsers lack, and
 * migrations that break earlier releases. Prints a line per offence and exits with 1.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { findBrowserSupportOffences } from './house/browser-support.ts'
import {
  findClockOffences,
  findColourOffences,
  findHygieneOffences,
  findLengthOffences,
  findUntranslatedTextOffences,
} from './house/content-rules.ts'
import { findFeatureGraphOffences, findFeatureImportOffences } from './house/feature-graph.ts'
import { findNameOffences } from './house/file-names.ts'
import { findFolderOffences } from './house/folders.ts'
import { findMigrationOffences } from './house/migrations.ts'
import { findColumnNames, findOrderByOffences } from './house/order-by.ts'
import { findPlainWordOffences } from './house/plain-words.ts'
import { type Offence, readSourceFiles, type SourceFile } from './house/source-files.ts'
import { findSqlOwnershipOffences } from './house/sql.ts'
import { findUsernameOffences } from './house/usernames.ts'

/**
 * Returns the offences in these files. Rules for single files come first, in the order of the files. Then come the
 * rules that compare files.
 */
export function findOffences(files: SourceFile[]): Offence[] {
  const columns = findColumnNames(files)
  const inOne = files.flatMap((file) => [
    ...findNameOffences(file),
    ...findFeatureImportOffences(file),
    ...findOrderByOffences(file, columns),
    ...findLengthOffences(file),
    ...findClockOffences(file),
    ...findColourOffences(file),
    ...findUntranslatedTextOffences(file),
    ...findHygieneOffences(file),
  ])
  return [
    ...inOne,
    ...findBrowserSupportOffences(files),
    ...findSqlOwnershipOffences(files),
    ...findFolderOffences(files),
    ...findUsernameOffences(files),
  ]
}

/**
 * Checks the project at `root`.
 * @throws Error when `root` is not the project, or when `walk` missed a source, because a check that reads nothing
 * must not pass.
 */
export function checkHouse(root: string, walk = readSourceFiles): { files: number; offences: Offence[] } {
  const { name, version } = readPackage(root)
  if (name !== 'pawtrait') throw new Error(`check-house: ${root} is not the root of the project.`)
  const files = walk(root)
  const seen = new Set(files.map(({ path }) => path))
  const sources = globSync(['{apps,packages}/*/{src,tests}/**/*.{ts,tsx}', '{tools,e2e,bench,drills}/**/*.ts'], {
    cwd: root,
  })
  const missed = sources.map((path) => path.replaceAll(sep, '/')).filter((path) => !seen.has(path))
  if (missed.length > 0) throw new Error(`check-house: did not see ${missed.length} sources, such as ${missed[0]}.`)
  const ofAll = [
    ...findFeatureGraphOffences(files),
    ...findPlainWordOffences(files),
    ...findMigrationOffences(root, version),
  ]
  return { files: files.length, offences: [...findOffences(files), ...ofAll] }
}

function readPackage(root: string): { name: string; version: string } {
  try {
    return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  } catch {
    return { name: '', version: '' }
  }
}

function main() {
  const { files, offences } = checkHouse(process.cwd())
  for (const { path, line, rule } of offences) console.error(`${path}:${line} ${rule}`)
  console.log(`check-house: ${files} files, ${offences.length} offences`)
  process.exitCode = offences.length > 0 ? 1 : 0
}

if (import.meta.main) {
  try {
    main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
