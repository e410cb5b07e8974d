/**
 * `npm run migration -- --name short-description`: writes a migration from changes in `tables.ts` files. With
 * `--custom`, writes an empty migration. Deletes unused schema snapshots.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder, readMigrations, readReleases } from '../apps/server/src/platform/database/migration-files.ts'
import { findUnusedSnapshots } from './house/migrations.ts'

const { status } = spawnSync(
  join(import.meta.dirname, '../node_modules/.bin/drizzle-kit'),
  ['generate', ...process.argv.slice(2)],
  { cwd: join(migrationsFolder, '..'), stdio: 'inherit' },
)
if (status === 0) {
  const folder = join(migrationsFolder, 'meta')
  for (const file of findUnusedSnapshots(readdirSync(folder), readMigrations(), readReleases()))
    rmSync(join(folder, file))
}
process.exitCode = status ?? 1
