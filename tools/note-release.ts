/**
 * `node tools/note-release.ts`, in the commit of a release, after its version was raised in package.json: writes down
 * which schema the release knows. Migrations after it are held against that (docs/recipes/change-the-schema.md).
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  migrationsFolder,
  type Release,
  readMigrations,
  readReleases,
} from '../apps/server/src/platform/migration-files.ts'
import { functionsIn } from './house/migrations.ts'
import { withoutComments } from './house/source-files.ts'

const root = join(import.meta.dirname, '..')

/** Which functions of the schema the statements of the server call. */
function calledFunctions(made: readonly string[]): string[] {
  const sources = globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
    (path) => !/\.test\.ts$|\/testing\//.test(path),
  )
  const text = sources.map((path) => withoutComments(readFileSync(join(root, path), 'utf8'))).join('\n')
  return [...new Set(made)].filter((name) => new RegExp(String.raw`(?<![\w.])${name}\(`).test(text)).toSorted()
}

/** The release of package.json as it stands in the working tree. */
function thisRelease(): Release {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const migrations = readMigrations()
  const functions = calledFunctions(migrations.flatMap(({ sql }) => functionsIn(sql)))
  return { version, migration: migrations.at(-1)?.name ?? '', functions }
}

if (import.meta.main) {
  const release = thisRelease()
  const earlier = readReleases().filter(({ version }) => version !== release.version)
  const lines = [...earlier, release].map((one) => `  ${JSON.stringify(one)}`)
  writeFileSync(join(migrationsFolder, 'releases.json'), `[\n${lines.join(',\n')}\n]\n`)
  console.log(`release ${release.version} knows the schema up to ${release.migration}`)
}
