import { buildApp } from '#app/app.ts'
import type { Config } from '#app/config/config.ts'
import { computeConnectionsPerProcess } from '#app/config/database-connections.ts'
import { shareMailbox } from '#app/dev/share-mailbox.ts'
import { abortDecoding } from '#features/media/decode-photo.ts'
import { systemClock as clock } from '#platform/clock.ts'
import type { Deps } from '#platform/context.ts'
import { type Connection, connect } from '#platform/database/db.ts'
import { trackInvalidations } from '#platform/database/invalidations.ts'
import { backgroundLimits } from '#platform/database/time-limits.ts'
import { listenOnHost } from '#platform/http/listen.ts'
import { createEventOutbox } from '#platform/jobs/events.ts'
import { createPgBossJobs } from '#platform/jobs/jobs.ts'
import { startLiveMessages } from '#platform/live/live.ts'
import { createDevMailbox, createSmtpMailer } from '#platform/mail/mail.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { openWakeUps } from '#platform/nats/wake-ups.ts'
import { releaseMemoryWhenIdle } from '#platform/process/release-memory.ts'
import { withTimeout } from '#platform/process/with-timeout.ts'
import type { Secrets } from '#platform/security/secrets.ts'
import { createPushSender } from '#platform/web-push/send-push.ts'
import { openStorage } from './open-storage.ts'
import { startWarmUp } from './warm-up.ts'
import { createWorkers } from './workers.ts'

async function openConfiguredReplicas(
  { readDatabaseUrls, processes, timeLimits, timeZone }: Config,
  connection: Connection,
) {
  if (readDatabaseUrls.length === 0) return undefined
  const { openReplicas } = await import('#platform/replicas/replicas.ts')
  const { requests, bounded } = computeConnectionsPerProcess(processes)
  return openReplicas(connection, readDatabaseUrls, { max: requests, bounded, limits: timeLimits, timeZone })
}

async function openDeps(config: Config, secrets: Secrets, log: Log, connection: Connection) {
  const connectionCounts = computeConnectionsPerProcess(config.processes)
  // A deadlock is harmless, because the transaction is retried. The log line reveals code that violates the lock order.
  const onDeadlock = () => log.info('deadlock')
  const { requests, bounded } = connectionCounts
  const database = connect(connection, {
    max: requests,
    bounded,
    limits: config.timeLimits,
    timeZone: config.timeZone,
    onDeadlock,
    name: 'requests',
  })
  const background = connect(connection, {
    max: connectionCounts.background,
    limits: backgroundLimits,
    timeZone: config.timeZone,
    onDeadlock,
    name: 'background',
  })
  const mailbox = () => shareMailbox(createDevMailbox(config.mail === 'dev', clock.now))
  const mail = config.mail === 'smtp' ? await createSmtpMailer(config) : mailbox()
  const jobs = createPgBossJobs({ ...background, listen: database.listen }, log)
  const nats = await openWakeUps(config.natsUrls, log)
  const live = await startLiveMessages(database, log, nats)
  const events = createEventOutbox(background, clock, log)
  const storage = await openStorage(config)
  const replicas = await openConfiguredReplicas(config, connection)
  const invalidations = trackInvalidations(database, { withLsn: replicas !== undefined })
  const pushSender = createPushSender()
  const parts = { config, clock, database, storage, mail, secrets, jobs, live, events, invalidations, pushSender, log }
  const deps: Deps = { ...parts, ...(replicas && { replicas }) }
  return { deps, background, nats }
}

/** Starts tracing. Must be called before the server is created. Returns a function that stops tracing. */
async function startTracing({ traces }: Config): Promise<() => Promise<void>> {
  if (traces === null) return async () => {}
  const { exportTraces } = await import('#platform/monitoring/export-traces.ts')
  return exportTraces(traces)
}

// In a shutdown, pending photo uploads get 503 after this time, a second before their connections are closed.
const DECODING_MS = 6_000
// Time limit in a shutdown for running jobs and events. Requests have seven seconds (graceful-shutdown.ts).
const WORK_MS = 7_500
// Time limit for closing database connections. PostgreSQL closes the remaining ones when the process ends.
const CONNECTIONS_MS = 1_000

export type ProcessResources = { secrets: Secrets; log: Log; connection: Connection }

/** A prepared process. `answer` starts serving. `close` stops all parts in order, even without `answer`. */
export type PreparedProcess = { answer: () => Promise<void>; close: () => Promise<void> }

/** Prepares a process for requests, jobs and events. Before `answer`, it handles none of them. */
export async function prepareProcess(
  config: Config,
  { secrets, log, connection }: ProcessResources,
): Promise<PreparedProcess> {
  const stopTraces = await startTracing(config)
  const { deps, background, nats } = await openDeps(config, secrets, log, connection)
  const { database, jobs, events, live } = deps
  const app = await buildApp(deps, { pages: true })
  await jobs.prepare(createWorkers({ ...deps, database: background }))
  await app.fastify.ready()
  const stopWarming = startWarmUp(app)
  const stopReleasing = releaseMemoryWhenIdle()
  const startServing = async () => {
    await listenOnHost(app.fastify, config)
    await jobs.start()
    events.start()
  }
  let started: Promise<void> | undefined
  const answer = () => (started ??= startServing())
  const close = async () => {
    // Waits until a running `answer` has finished. Otherwise it could start parts that are never stopped.
    await started?.catch(() => {})
    stopReleasing()
    // The server closes first. Event streams reconnect at once, and must not reach a process that is closing.
    const closed = app.fastify.close()
    const giveUp = setTimeout(abortDecoding, DECODING_MS)
    // The next start, or another process, continues unfinished photos, jobs and events.
    await withTimeout(Promise.all([closed, live.stop(), stopWarming(), events.stop(), jobs.stop()]), WORK_MS)
    clearTimeout(giveUp)
    const connections = [database.close(), background.close(), deps.replicas?.close(), nats?.close()]
    await withTimeout(Promise.all([...connections, stopTraces()]), CONNECTIONS_MS)
  }
  return { answer, close }
}
