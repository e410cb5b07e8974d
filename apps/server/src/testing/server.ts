import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '#app/app.ts'
import { type Config, readConfig } from '#app/config/config.ts'
import { openStorage } from '#app/process/open-storage.ts'
import { createWorkers } from '#app/process/workers.ts'
import type { Deps } from '#platform/context.ts'
import { trackInvalidations } from '#platform/database/invalidations.ts'
import type { App } from '#platform/http/serve.ts'
import { createEventOutbox } from '#platform/jobs/events.ts'
import { createPgBossJobs } from '#platform/jobs/jobs.ts'
import { startLiveMessages } from '#platform/live/live.ts'
import { createDevMailbox, type Mailbox } from '#platform/mail/mail.ts'
import { createJsonLog } from '#platform/monitoring/log.ts'
import { resetMetrics } from '#platform/monitoring/metrics.ts'
import { openWakeUps } from '#platform/nats/wake-ups.ts'
import { openSecrets } from '#platform/security/secrets.ts'
import { createPushSender } from '#platform/web-push/send-push.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createTestDatabase } from './database/database.ts'

/** Caller of the API: a visitor (`null`), or a user with a session cookie. */
export type Caller = { cookie: string } | null

/** The parts of a response that tests read. */
export type Reply<Body = never> = { status: number; body: Body; headers: Record<string, unknown>; text: string }

type Send = { headers?: Record<string, string>; ip?: string }

export type TestServer = {
  app: App
  deps: Deps
  clock: TestClock
  mailbox: Mailbox
  /** All log lines so far. */
  lines: string[]
  dataDir: string
  call<Body = never>(
    who: Caller,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    send?: Send,
  ): Promise<Reply<Body>>
  inject(options: InjectOptions): Promise<Reply<never>>
  /** Handles events and runs jobs, including the jobs that they enqueue, until none remain. */
  runJobs(): Promise<void>
  stop(): Promise<void>
}

const parseBody = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Starts a server with its own database, for in-process calls. Only tests advance its clock. */
export async function startServer(
  settings: Record<string, string> = {},
  overrides: Partial<Config> = {},
  { doors = {}, ...parts }: { pages?: boolean; doors?: Partial<Deps> } = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-test-'))
  // A long search timeout for slow machines. Tests of the timeout set their own value.
  const config = { ...readConfig({ DATA_DIR: dataDir, SEARCH_TIMEOUT_MS: '20000', ...settings }), ...overrides }
  const clock = createTestClock()
  const lines: string[] = []
  const log = createJsonLog((line) => lines.push(line), clock.now)
  const { database = await createTestDatabase(10, { name: 'requests', timeZone: config.timeZone }) } = doors
  const nats = doors.live ? undefined : await openWakeUps(config.natsUrls, log)
  const { live = await startLiveMessages(database, log, nats) } = doors
  const mailbox = createDevMailbox(config.mail !== 'off', clock.now)
  const jobs = createPgBossJobs(database, log)
  const deps: Deps = {
    config,
    clock,
    database,
    storage: await openStorage(config),
    mail: mailbox,
    secrets: await openSecrets(config),
    jobs,
    live,
    events: createEventOutbox(database, clock, log),
    invalidations: trackInvalidations(database),
    pushSender: createPushSender(),
    log,
    ...doors,
  }
  const app = await buildApp(deps, parts)
  await jobs.prepare(createWorkers(deps))
  await app.fastify.ready()
  const inject = async (options: InjectOptions): Promise<Reply<never>> => {
    const answer = await app.fastify.inject(options)
    return {
      status: answer.statusCode,
      body: parseBody(answer.body) as never,
      headers: answer.headers,
      text: answer.body,
    }
  }
  return {
    app,
    deps,
    clock,
    mailbox,
    lines,
    dataDir,
    inject,
    call: (who, method, url, body, { headers = {}, ip } = {}) =>
      inject({
        method,
        url,
        headers: {
          host: new URL(config.publicUrl).host,
          'sec-fetch-site': 'same-origin',
          ...(who && { cookie: who.cookie }),
          ...headers,
        },
        ...(body !== undefined && { payload: body as object }),
        ...(ip && { remoteAddress: ip }),
      }),
    runJobs: async () => {
      await deps.events.drain()
      await jobs.drain()
    },
    stop: async () => {
      await live.stop()
      await app.fastify.close()
      await jobs.stop()
      await database.close()
      await nats?.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts another node with the same database and clock. It must be stopped before the first node. */
export async function startAnotherNode(
  { deps }: TestServer,
  settings?: Record<string, string>,
  parts?: { pages?: boolean },
): Promise<TestServer> {
  const { clock, secrets } = deps
  const database = { ...deps.database, close: async () => {} }
  const { suspicion } = deps.config
  return startServer(settings, { suspicion }, { ...parts, doors: { database, clock, secrets } })
}

/** Returns a server for a test file, which starts before the tests and stops after them. */
export function serverForFile(
  settings?: Record<string, string>,
  overrides?: Partial<Config>,
  parts?: { pages?: boolean },
): TestServer {
  // `beforeAll` fills this object; using it earlier is a mistake in the test file.
  const server = {} as TestServer
  beforeAll(async () => {
    resetMetrics()
    Object.assign(server, await startServer(settings, overrides, parts))
  })
  afterAll(() => server.stop?.())
  return server
}
