/** `npm run demo`: fills an empty instance, running or stopped, with an invented community; prints three accounts. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readAddressFile } from '../apps/server/src/address-file.ts'
import { buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { reachDatabase } from '../apps/server/src/open-database.ts'
import { connect, type Db } from '../apps/server/src/platform/db.ts'
import { tableEvents } from '../apps/server/src/platform/events.ts'
import { invalidationsOf } from '../apps/server/src/platform/invalidations.ts'
import { pgBossJobs } from '../apps/server/src/platform/jobs.ts'
import { startLive } from '../apps/server/src/platform/live.ts'
import { lineLog } from '../apps/server/src/platform/log.ts'
import { devMailbox } from '../apps/server/src/platform/mail.ts'
import { openSecrets } from '../apps/server/src/platform/secrets.ts'
import { localStorage } from '../apps/server/src/platform/storage.ts'
import { startupError } from '../apps/server/src/startup-error.ts'
import { workers } from '../apps/server/src/workers.ts'
import { movableClock } from './demo/movable-clock.ts'
import { people } from './demo/people.ts'
import { populate } from './demo/populate.ts'

/** There is a community here; `message` is one line that says what one can do. */
class UsedInstance extends Error {}

const say = (line: string) => process.stdout.write(`${line}\n`)

/** How many accounts there are, in whatever state. */
async function countUsers(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(sql`select count(*)::int as count from users`)
  return row?.count ?? 0
}

async function main() {
  // Local limits and no mail: the people of a demo have no mailbox to prove.
  const config = { ...readConfig(process.env), mode: 'local', mail: 'off' } as const
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const secrets = await openSecrets(config)
  const reached = await reachDatabase(config)
  const database = connect(reached.connection, { max: 8 })
  const clock = movableClock()
  const log = lineLog(() => {}, clock.now)
  const storage = await localStorage(join(config.dataDir, 'photos'))
  const jobs = pgBossJobs(database, log)
  const live = await startLive(database, log)
  const events = tableEvents(database, clock, log)
  const deps = {
    config,
    clock,
    database,
    storage,
    mail: devMailbox(false, clock.now),
    secrets,
    jobs,
    live,
    events,
    invalidations: invalidationsOf(database),
    log,
  }
  try {
    if ((await countUsers(database)) > 0)
      throw new UsedInstance(
        'This instance has users already: the demo only fills an empty one. Set DATA_DIR to a new folder.',
      )
    const app = await buildApp(deps)
    await jobs.prepare(workers(deps))
    await populate(app, clock, say)
  } finally {
    await live.stop()
    await jobs.stop()
    await database.close()
    await reached.stop()
  }
  const address = reached.isShared ? await readAddressFile(config) : config.publicUrl
  say(`\nThree of them, to log in with at ${address}/login:`)
  for (const { username, zip, fullname } of people.slice(0, 3))
    say(`  ${username.padEnd(12)} zip code ${zip}   ${fullname}`)
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof UsedInstance ? error.message : startupError(error)}\n`)
    process.exit(1)
  },
)
