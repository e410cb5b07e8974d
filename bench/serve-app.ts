/**
 * Runs the app as a separate process on a benchmark database, with HTML pages only when they are measured. Records
 * statements on request.
 */
import { mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/config/config.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { connect, createDb, type Database, type Db, type PlanMode } from '../apps/server/src/platform/database/db.ts'
import { trackInvalidations } from '../apps/server/src/platform/database/invalidations.ts'
import { createEventOutbox } from '../apps/server/src/platform/jobs/events.ts'
import { createPgBossJobs } from '../apps/server/src/platform/jobs/jobs.ts'
import { startLiveMessages } from '../apps/server/src/platform/live/live.ts'
import { createDevMailbox } from '../apps/server/src/platform/mail/mail.ts'
import { createJsonLog } from '../apps/server/src/platform/monitoring/log.ts'
import { openSecrets } from '../apps/server/src/platform/security/secrets.ts'
import { openDiskStorage } from '../apps/server/src/platform/storage/storage.ts'
import type { PushSender } from '../apps/server/src/platform/web-push/send-push.ts'
import { createWorkers } from '../apps/server/src/process/workers.ts'

/** A statement as sent by the app. `name`: the function that sent it. Bytes are in PostgreSQL's `\\x…` hex format. */
export type RecordedStatement = {
  name?: string
  text: string
  values: (string | number | boolean | null)[]
  plan: PlanMode
}

function asText(value: unknown): string | number | boolean | null {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the name and the file of the function that sends the recorded statement. */
function sender(): string {
  const frames =
    new Error().stack?.split('\n').filter((line) => /server\/src/.test(line) && !/\/db\.ts/.test(line)) ?? []
  return (
    /at (?:async )?(?:Object\.)?(\S+) \(.*\/(\S+?):\d+/
      .exec(frames[0] ?? '')
      ?.slice(1, 3)
      .join(' of ') ?? 'unknown'
  )
}

const dialect = new PgDialect()
let recording: RecordedStatement[] | undefined

/** Wraps a database so that its statements are recorded. */
function recorded(database: Database): Database {
  const listen = (db: Db): Db =>
    createDb((query: SQL, plan: PlanMode = 'kept') => {
      if (recording) {
        const { sql, params } = dialect.sqlToQuery(query)
        recording.push({ name: sender(), text: sql, values: params.map(asText), plan })
      }
      return db.rows(query, plan)
    }, db.afterCommit)
  const bounded: Database['bounded'] = (ms) => listen(database.bounded(ms))
  const whole = { ...database, ...listen(database), bounded, transaction: recordTransactions(database, listen) }
  const { forWrites } = database
  whole.forWrites = { ...forWrites, ...listen(forWrites), bounded, transaction: recordTransactions(forWrites, listen) }
  whole.forWrites.forWrites = whole.forWrites
  return whole
}

const recordTransactions =
  (database: Database, listen: (db: Db) => Db): Database['transaction'] =>
  (work) =>
    database.transaction((db) => work(listen(db)))

async function main() {
  const { BENCH_CONNECTION = '{}', BENCH_DIR = '' } = process.env
  const config = readConfig({
    DATA_DIR: BENCH_DIR,
    PORT: '0',
    PHOTOS_PER_DAY: '1000000',
    POSTS_PER_DAY: '1000000',
    PACE: '1000000',
    FEED_DAILY_FREE: 'unlimited',
  })
  mkdirSync(config.dataDir, { recursive: true })
  const plain = connect(JSON.parse(BENCH_CONNECTION), { max: 12 })
  const database = recorded(plain)
  // Logs to a file, as `npm start` does, because writing the log costs time too.
  const logFile = openSync(join(config.dataDir, 'app.log'), 'w')
  const log = createJsonLog((line) => void writeSync(logFile, line), systemClock.now)
  // Tolerates missing files, because `bench -- compare` measures older commits with this file.
  const push = await import('../apps/server/src/platform/web-push/send-push.ts').catch(() => undefined)
  const memory = await import('../apps/server/src/platform/process/release-memory.ts').catch(() => undefined)
  const deps = {
    config,
    clock: systemClock,
    database,
    storage: await openDiskStorage(join(config.dataDir, 'photos')),
    mail: createDevMailbox(false, systemClock.now),
    secrets: await openSecrets(config),
    jobs: createPgBossJobs(database, log),
    // Does not record statements of live messages. Records statements of the event outbox only with BENCH_EVENTS=yes.
    live: await startLiveMessages(plain, log),
    events: createEventOutbox(process.env.BENCH_EVENTS === 'yes' ? database : plain, systemClock, log),
    invalidations: trackInvalidations(database),
    // The type assertion is safe: a commit without send-push.ts has no `pushSender` in its dependencies.
    pushSender: push?.createPushSender() as PushSender,
    log,
  }
  memory?.releaseMemoryWhenIdle()
  const app = await buildApp(deps, { pages: process.env.BENCH_PAGES === 'yes' })
  await deps.jobs.prepare(createWorkers(deps))
  await deps.jobs.start()
  deps.events.start()
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const address = app.fastify.server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
  process.on('message', (message) => {
    if (message === 'record') recording = []
    if (message === 'recorded') process.send?.({ recorded: recording })
    if (message === 'recorded') recording = undefined
  })
}

await main()
