/**
 * `npm run demo`: fills an empty instance with an invented community, whether the instance is running or stopped.
 * Prints the log-in accounts first. Resumes an earlier demo that was interrupted.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { buildApp } from '../apps/server/src/app.ts'
import { type Config, readConfig } from '../apps/server/src/config/config.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { type Connection, withDedicatedClient } from '../apps/server/src/platform/database/connection-pool.ts'
import { connect, type Db } from '../apps/server/src/platform/database/db.ts'
import { trackInvalidations } from '../apps/server/src/platform/database/invalidations.ts'
import { createEventOutbox } from '../apps/server/src/platform/jobs/events.ts'
import { createPgBossJobs } from '../apps/server/src/platform/jobs/jobs.ts'
import { startLiveMessages } from '../apps/server/src/platform/live/live.ts'
import { createDevMailbox } from '../apps/server/src/platform/mail/mail.ts'
import { createJsonLog } from '../apps/server/src/platform/monitoring/log.ts'
import { openSecrets } from '../apps/server/src/platform/security/secrets.ts'
import { openDiskStorage } from '../apps/server/src/platform/storage/storage.ts'
import { createPushSender } from '../apps/server/src/platform/web-push/send-push.ts'
import { resolvePublicUrl } from '../apps/server/src/process/address-file.ts'
import { formatFatalError } from '../apps/server/src/process/fatal-error.ts'
import { openDatabaseForCommand } from '../apps/server/src/process/open-database.ts'
import { createWorkers } from '../apps/server/src/process/workers.ts'
import { DemoStopped, type Journal, JournalOutdated, openJournal } from './demo/journal.ts'
import { createMovableClock } from './demo/movable-clock.ts'
import { demoPeople } from './demo/people.ts'
import { populateDemo } from './demo/populate.ts'

/** Thrown when the demo cannot fill this instance. `message` is one line that tells the operator what to do. */
class InstanceRefused extends Error {}

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Counts all accounts, and the accounts that the demo has created. */
async function countUsers(db: Db) {
  const row = await db.row<{ all: number; invented: number }>(sql`
    select count(*)::int as all, count(*) filter (where email like '%@demo.example')::int as invented from users`)
  return row ?? { all: 0, invented: 0 }
}

/**
 * Returns the journal of an interrupted demo, or a new journal for an empty instance.
 * @throws InstanceRefused when the instance has users, but no demo to resume
 */
async function journalFor(db: Db, dataDir: string): Promise<Journal> {
  const file = join(dataDir, 'demo-journal')
  const users = await countUsers(db)
  if (users.all === 0)
    rmSync(file, { force: true }) // The journal is from an earlier demo, because the database is empty again.
  else if (users.invented === 0 || !existsSync(file))
    throw new InstanceRefused(
      'This instance already has users, and the demo fills only an empty one. Set DATA_DIR to a new folder.',
    )
  return openJournal(file, systemClock.now)
}

/** Runs the demo under an exclusive lock in this database. @throws InstanceRefused */
const withDemoLock = (connection: Connection, run: () => Promise<void>) =>
  withDedicatedClient(connection, async (client) => {
    // The lock ends with the database connection, even when this process is killed.
    const { rows } = await client.query<{ isFree: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('demo', 0)) as "isFree"`,
    )
    if (!rows[0]?.isFree)
      throw new InstanceRefused('The demo is already running on this instance. Wait until it has finished.')
    await run()
  })

function printAccounts(address: string) {
  print(`Accounts to log in with at ${address}/login:`)
  for (const { username, zip, fullname } of demoPeople.slice(0, 3))
    print(`  ${username.padEnd(12)} zip code ${zip}   ${fullname}`)
}

/** Creates the demo data on the instance with this database. */
async function fill(config: Config, connection: Connection, address: string) {
  const secrets = await openSecrets(config)
  const database = connect(connection, { max: 8 })
  const clock = createMovableClock()
  const log = createJsonLog(() => {}, clock.now)
  const storage = await openDiskStorage(join(config.dataDir, 'photos'))
  const jobs = createPgBossJobs(database, log)
  const live = await startLiveMessages(database, log)
  const events = createEventOutbox(database, clock, log)
  const deps = {
    config,
    clock,
    database,
    storage,
    mail: createDevMailbox(false, clock.now),
    secrets,
    jobs,
    live,
    events,
    invalidations: trackInvalidations(database),
    pushSender: createPushSender(),
    log,
  }
  try {
    const journal = await journalFor(database, config.dataDir)
    printAccounts(address)
    if (journal.finished() > 0) print('The demo continues where it stopped.')
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => journal.stop())
    const app = await buildApp(deps)
    await jobs.prepare(createWorkers(deps))
    await populateDemo(app, clock, journal, print)
    journal.remove()
  } finally {
    await live.stop()
    await jobs.stop()
    await database.close()
  }
}

async function main() {
  // Uses local mode, because it has higher rate limits. Mail is off, because the demo's users have no mailboxes.
  const config = { ...readConfig(process.env), mode: 'local', mail: 'off' } as const
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const reached = await openDatabaseForCommand(config, 'create')
  try {
    const address = reached.isShared ? await resolvePublicUrl(config) : config.publicUrl
    await withDemoLock(reached.connection, () => fill(config, reached.connection, address))
    print(reached.isShared ? 'The demo is ready.' : 'The demo is ready. Start the app with `npm start`.')
  } finally {
    await reached.stop()
  }
}

/** Returns one line with the reason for the end of the demo. */
function describeError(error: unknown): string {
  if (error instanceof DemoStopped) return 'The demo stopped. Run `npm run demo` again to continue.'
  if (error instanceof InstanceRefused || error instanceof JournalOutdated) return error.message
  const known = formatFatalError(error)
  // A message of several lines contains a stack trace, so print only the first line.
  if (!known.includes('\n')) return known
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return `The demo stopped: ${line.replace(/\.?$/, '.')} Run \`npm run demo\` again to continue.`
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${describeError(error)}\n`)
    process.exit(1)
  },
)
