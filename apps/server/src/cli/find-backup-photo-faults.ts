import type { Manifest } from '#app/backup/manifest.ts'
import type { Config } from '#app/config/config.ts'
import { openStorage } from '#app/process/open-storage.ts'
import { type FileFault, findCopyFaults } from '#features/media/files/verify-files.ts'
import { systemClock } from '#platform/clock.ts'
import { createContext, type Deps, systemCaller } from '#platform/context.ts'
import { type Connection, connect } from '#platform/database/db.ts'
import { readNewestKnownMigration } from '#platform/database/schema-version.ts'
import { backgroundLimits } from '#platform/database/time-limits.ts'

/**
 * Returns the photos of a new backup that do not match the hashes in the database. Returns none if the database has the
 * schema of another release, as in a backup before an update.
 */
export async function findBackupPhotoFaults(
  config: Config,
  { app, schema }: { app: Connection; schema: Manifest['schema'] },
  files: Manifest['files'],
): Promise<FileFault[]> {
  if (schema !== readNewestKnownMigration()) return []
  const copies = new Map([...files.values()].map((listed) => [listed.path.split('/').at(-1), listed]))
  const database = connect(app, { max: 1, limits: backgroundLimits })
  // The cast to `Deps` is safe, because the comparison uses no other dependencies.
  const deps = { config, clock: systemClock, database, storage: await openStorage(config) } as Deps
  try {
    return await findCopyFaults(createContext(deps, systemCaller), (file) => copies.get(file))
  } finally {
    await database.close()
  }
}
