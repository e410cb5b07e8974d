import type { Manifest } from '#app/backup/manifest.ts'
import type { Config } from '#app/config/config.ts'
import { openStorage } from '#app/process/open-storage.ts'
import { type FileFault, faultsOfCopy } from '#features/media/files/verify-files.ts'
import { systemClock } from '#platform/clock.ts'
import { contextOf, type Deps, system } from '#platform/context.ts'
import { type Connection, connect } from '#platform/database/db.ts'
import { newestKnown } from '#platform/database/schema-version.ts'
import { backgroundLimits } from '#platform/database/time-limits.ts'

/**
 * What photos lack in a backup that was just made, by what the database has written down of their files. Tables of
 * another release are not looked into: a backup is taken before an update too.
 */
export async function lackingPhotos(
  config: Config,
  { app, schema }: { app: Connection; schema: Manifest['schema'] },
  files: Manifest['files'],
): Promise<FileFault[]> {
  if (schema !== newestKnown()) return []
  const copies = new Map([...files.values()].map((listed) => [listed.path.split('/').at(-1), listed]))
  const database = connect(app, { max: 1, limits: backgroundLimits })
  // It is only read: the rest of the dependencies is not asked for.
  const deps = { config, clock: systemClock, database, storage: await openStorage(config) } as Deps
  try {
    return await faultsOfCopy(contextOf(deps, system), (file) => copies.get(file))
  } finally {
    await database.close()
  }
}
