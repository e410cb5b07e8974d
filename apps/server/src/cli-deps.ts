import { systemClock } from '#platform/clock.ts'
import type { Deps } from '#platform/context.ts'
import { connect } from '#platform/db.ts'
import { tableEvents } from '#platform/events.ts'
import { pgBossJobs } from '#platform/jobs.ts'
import { startLive } from '#platform/live.ts'
import { lineLog } from '#platform/log.ts'
import { backgroundLimits } from '#platform/time-limits.ts'
import type { Config } from './config.ts'
import { reachDatabase } from './open-database.ts'
import { openStorage } from './open-storage.ts'

/** Does a command's work with the dependencies that commands use, beside a running app or without one. */
export async function withDeps<T>(config: Config, work: (deps: Deps) => Promise<T>): Promise<T> {
  const found = await reachDatabase(config)
  const database = connect(found.connection, { max: 4, limits: backgroundLimits })
  const log = lineLog((line) => process.stderr.write(line), systemClock.now)
  const jobs = pgBossJobs(database, log)
  const live = await startLive(database, log)
  const events = tableEvents(database, systemClock, log)
  const storage = await openStorage(config)
  // Commands send no mail themselves and hash nothing.
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
