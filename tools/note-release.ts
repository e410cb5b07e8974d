/**
 * `node tools/note-release.ts` records data of a release: the schema, page sizes (tools/size-budgets.ts) and test times
 * (tools/slow-tests.ts). Later migrations are checked against the schema (docs/recipes/change-the-schema.md). Before
 * you run it, raise the version in package.json and run `npm test`. Afterwards, commit the changed files. Fails if
 * CHANGELOG.md has no entry for the release.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  migrationsFolder,
  type Release,
  readMigrations,
  readReleases,
} from '../apps/server/src/platform/database/migration-files.ts'
import { buildWeb } from './build-web.ts'
import { findCreatedFunctions } from './house/migrations.ts'
import { blankOutComments } from './house/source-files.ts'
import { measurePageSizes, writeSizeBaseline } from './size-budgets.ts'
import { writeTestTimes } from './slow-tests.ts'

const root = join(import.meta.dirname, '..')

/** Returns the database functions that the server's statements call. */
function calledFunctions(created: readonly string[]): string[] {
  const sources = globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
    (path) => !/\.test\.ts$|\/testing\//.test(path),
  )
  const text = sources.map((path) => blankOutComments(readFileSync(join(root, path), 'utf8'))).join('\n')
  return [...new Set(created)].filter((name) => new RegExp(String.raw`(?<![\w.])${name}\(`).test(text)).toSorted()
}

/**
 * Returns the release in the working tree: the version of package.json, the newest migration, and the database
 * functions that the server calls.
 */
function thisRelease(): Release {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const migrations = readMigrations()
  const functions = calledFunctions(migrations.flatMap(({ sql }) => findCreatedFunctions(sql)))
  return { version, migration: migrations.at(-1)?.name ?? '', functions }
}

/** Returns the missing part of a version's change log entry: the whole entry, or the part for users or operators. */
export function findMissingChangelogPart(changelog: string, version: string): string | undefined {
  const entries = changelog.split(/^## /m).slice(1)
  const entry = entries.find((text) => text.split('\n', 1)[0]?.trim() === version)
  if (!entry) return `CHANGELOG.md has no entry "## ${version}": move the entries under "Unreleased" there.`
  const parts = ['**For users**', '**For operators**']
  const lacking = parts.filter((part) => !new RegExp(String.raw`^${RegExp.escape(part)}\n+- `, 'm').test(entry))
  return lacking.length > 0
    ? `CHANGELOG.md has no text under ${lacking.join(' and ')} of ${version}: add it.`
    : undefined
}

async function noteRelease(): Promise<void> {
  const release = thisRelease()
  const missing = findMissingChangelogPart(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), release.version)
  if (missing) {
    console.error(missing)
    process.exitCode = 1
    return
  }
  const earlier = readReleases().filter(({ version }) => version !== release.version)
  const lines = [...earlier, release].map((line) => `  ${JSON.stringify(line)}`)
  writeFileSync(join(migrationsFolder, 'releases.json'), `[\n${lines.join(',\n')}\n]\n`)
  await buildWeb()
  writeSizeBaseline(measurePageSizes())
  writeTestTimes()
  console.log(`release ${release.version} knows the schema up to ${release.migration}`)
}

if (import.meta.main) await noteRelease()
