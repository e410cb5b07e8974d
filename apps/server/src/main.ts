import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import type { Deps } from '#platform/context.ts'
import { connect } from '#platform/db.ts'
import { tableEvents } from '#platform/events.ts'
import { invalidationsOf } from '#platform/invalidations.ts'
import { pgBossJobs } from '#platform/jobs.ts'
import { listenOn } from '#platform/listen.ts'
import { startLive } from '#platform/live.ts'
import { type Log, lineLog } from '#platform/log.ts'
import { devMailbox, smtpMail } from '#platform/mail.ts'
import { openSecrets } from '#platform/secrets.ts'
import { localStorage } from '#platform/storage.ts'
import { backgroundLimits } from '#platform/time-limits.ts'
import { writeAddressFile } from './address-file.ts'
import { buildApp } from './app.ts'
import { checkStart } from './check-start.ts'
import type { Config } from './config.ts'
import { openDatabase } from './open-database.ts'
import { startupError } from './startup-error.ts'
import { workers } from './workers.ts'

const CONNECTIONS = 12 // two cores are kept busy by far fewer; the rest covers transactions that wait
const BACKGROUND_CONNECTIONS = 4 // of their own, so that jobs and requests never wait for each other

/** Simulators run in a local run without credentials, and are loaded nowhere else. */
async function withProviders(config: Config, log: Log): Promise<{ config: Config; stop: () => Promise<void> }> {
  if (config.payments.mode !== 'simulated') return { config, stop: async () => {} }
  const { startSimulated } = await import('./dev/simulators.ts')
  return startSimulated(config, (line) => log.info('simulators', { line }))
}

const clock = systemClock
const log = lineLog((line) => process.stderr.write(line), clock.now)

async function start(given: Config) {
  mkdirSync(given.dataDir, { recursive: true, mode: 0o700 })
  const { config, stop: stopProviders } = await withProviders(given, log)
  const secrets = await openSecrets(config)
  const postgres = await openDatabase(config, (line) => log.info('postgres', { line }))
  // Nobody is harmed by one, but locks are taken in one order everywhere: it shows where they are not.
  const onDeadlock = () => log.info('deadlock')
  const database = connect(postgres.connection, { max: CONNECTIONS, limits: config.timeLimits, onDeadlock })
  const background = connect(postgres.connection, { max: BACKGROUND_CONNECTIONS, limits: backgroundLimits, onDeadlock })
  const mail = config.mail === 'smtp' ? await smtpMail(config) : devMailbox(config.mail === 'dev', clock.now)
  const jobs = pgBossJobs(background, log)
  const live = await startLive(database, log)
  const events = tableEvents(background, clock, log)
  const storage = await localStorage(join(config.dataDir, 'photos'))
  const invalidations = invalidationsOf(database)
  const deps: Deps = { config, clock, database, storage, mail, secrets, jobs, live, events, invalidations, log }
  const app = await buildApp(deps, { pages: true })
  await jobs.prepare(workers({ ...deps, database: background }))
  await jobs.start()
  events.start()
  await listenOn(app.fastify, config)
  const forgetAddress = await writeAddressFile(config)
  return async () => {
    // First nobody new is let in: streams that end come back at once, to whoever listens then.
    const closed = app.fastify.close()
    await forgetAddress()
    await live.stop()
    await closed
    await events.stop()
    await jobs.stop()
    await stopProviders()
    await Promise.all([database.close(), background.close()])
    await postgres.stop()
  }
}

let close: (() => Promise<void>) | undefined

/** The process that started this one, or whoever took it over: Node does not tell who sent a signal. */
function parentProcess(): { parent: number; parentName?: string } {
  const parent = process.ppid
  try {
    return { parent, parentName: readFileSync(`/proc/${parent}/comm`, 'utf8').trim() }
  } catch {
    return { parent } // gone, or a system without /proc
  }
}

/** Closes in order, and says in one line why; asked twice, or while it is starting, it does not wait. */
export function closeBecause(reason: string) {
  log.info('closing', { reason, ...parentProcess() })
  // PostgreSQL is told by the process's own `exit`.
  if (!close) process.exit(1)
  const closed = close()
  close = undefined
  closed.then(
    () => process.exit(0),
    (error: unknown) => {
      log.error('closing', error)
      process.exit(1)
    },
  )
}

/** Runs until SIGTERM or SIGINT. */
async function main() {
  // One request's mistake must not end everybody's; what no promise carries has left the process in an unknown state.
  process.on('unhandledRejection', (error) => log.error('bug', error))
  process.on('uncaughtException', (error) => {
    log.error('closing', error, { reason: 'uncaught exception' })
    process.exit(1)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => closeBecause(signal))
  const config = await checkStart(process.env)
  close = await start(config)
  process.stdout.write(`Pawtrait is ready: ${config.publicUrl}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${startupError(error)}\n`)
  process.exit(1)
})
