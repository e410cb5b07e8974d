import type { Config } from '#app/config/config.ts'
import { openDatabaseForCommand, type TableAccess } from '#app/process/open-database.ts'
import { openStorage } from '#app/process/open-storage.ts'
import { systemClock } from '#platform/clock.ts'
import type { Deps } from '#platform/context.ts'
import { connect } from '#platform/database/db.ts'
import { backgroundLimits } from '#platform/database/time-limits.ts'
import { createEventOutbox } from '#platform/jobs/events.ts'
import { createPgBossJobs } from '#platform/jobs/jobs.ts'
import { startLiveMessages } from '#platform/live/live.ts'
import { createJsonLog } from '#platform/monitoring/log.ts'
import { openSecrets, type Secrets } from '#platform/security/secrets.ts'

/**
 * Runs a command with its dependencies. With `access: 'read'`, never migrates the database.
 * @throws DataFolderInUse, CannotStart, DatabaseUnavailable, SchemaTooNew, SchemaTooOld; BadConfig if the database has
 *   no tables
 */
export async function withDependencies<T>(
  config: Config,
  access: Exclude<TableAccess, 'create'>,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const found = await openDatabaseForCommand(config, access)
  const database = connect(found.connection, { max: 4, limits: backgroundLimits, timeZone: config.timeZone })
  const log = createJsonLog((line) => process.stderr.write(line), systemClock.now)
  const jobs = createPgBossJobs(database, log)
  const live = await startLiveMessages(database, log)
  const events = createEventOutbox(database, systemClock, log)
  const storage = await openStorage(config)
  // The cast to `Deps` is safe: commands send no mail themselves and hash nothing, so they need no other dependencies.
  const deps = { config, clock: systemClock, database, storage, jobs, live, events, log } as Deps
  try {
    return await work(deps)
  } finally {
    await live.stop()
    await jobs.stop()
    await database.close()
    await found.stop()
  }
}

/** Reads the pepper, and never creates it. @throws BadConfig if there is no pepper */
export const openCommandSecrets = ({ pepperFile }: Config): Promise<Secrets> =>
  openSecrets({ mode: 'production', pepperFile }, 1)
