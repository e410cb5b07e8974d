import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { readConfig } from '#app/config/config.ts'
import { prepareProcess } from '#app/process/run-process.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/db.ts'
import { createJsonLog } from '#platform/monitoring/log.ts'
import { openSecrets } from '#platform/security/secrets.ts'
import { createTestDatabase } from '#testing/database/database.ts'
import { findFreePort } from '#testing/free-port.ts'

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
type Line = { event: string; requestId?: string; route?: string; method?: string }

const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-traces-'))
let database: Database
let collector: Server
let received: string[] = []

beforeAll(async () => {
  database = await createTestDatabase(1)
  const receiveExport = async (request: IncomingMessage, answer: ServerResponse) => {
    received.push(await text(request))
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  collector = createServer((request, answer) => void receiveExport(request, answer)).listen(0, '127.0.0.1')
  await once(collector, 'listening')
})
afterAll(async () => {
  collector.close()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})
afterEach(() => {
  vi.unstubAllEnvs()
  received = []
})

const spans = () =>
  received.flatMap((body) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
const attribute = ({ attributes }: Span, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

/** Starts a process with these settings. Returns functions that send requests to it. */
async function startProcess(settings: Record<string, string>) {
  // Sets environment variables too, because the OpenTelemetry library reads only these.
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const port = await findFreePort()
  const config = readConfig({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), PROCESSES: '1', ...settings })
  const name = (await database.row<{ name: string }>(sql`select current_database() as name`))?.name
  const connection = TestCluster.at(inject('cluster')).connection('app', name)
  const lines: Line[] = []
  const log = createJsonLog((line) => lines.push(JSON.parse(line) as Line), systemClock.now)
  const { answer, close } = await prepareProcess(config, { secrets: await openSecrets(config), log, connection })
  await answer()
  const call = async (method: string, path: string, body?: object, cookie = '') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { cookie, 'sec-fetch-site': 'same-origin', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const join = async (username: string) => {
    const { email, zipcode } = { email: `${username}@example.test`, zipcode: 'nobody-reads-this' }
    await call('POST', '/users', { fullname: 'Someone', username, email, zipcode })
    const answer = await call('POST', '/users', { usernameOrEmail: username, zipcode })
    const { id } = (await answer.json()) as { id: string }
    return {
      id,
      cookie: answer.headers
        .getSetCookie()
        .map((header) => header.split(';')[0])
        .join('; '),
    }
  }
  return { call, join, close, lines }
}

const collectorSettings = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
})

describe('traces', () => {
  it('contain a request, its SQL statements and its event handlers under the request id of the log', async () => {
    const { call, join, close, lines } = await startProcess(collectorSettings())
    const [ann, ben] = [await join('trace_ann'), await join('trace_ben')]
    expect((await call('PUT', `/api/users/${ben.id}/follow`, undefined, ann.cookie)).status).toBe(200)
    await expect
      .poll(async () => (await database.rows(sql`select 1 from notifications`)).length, { timeout: 10_000 })
      .toBe(1)
    await close()
    const requestId = lines.findLast(({ event, method }) => event === 'request' && method === 'PUT')?.requestId ?? ''
    const trace = spans().filter(({ traceId }) => traceId === requestId.replaceAll('-', ''))
    const request = trace.find(({ name }) => name === 'PUT /api/users/:id/follow')
    expect(request && attribute(request, 'http.response.status_code')).toBe(200)
    const childSpans = trace.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(childSpans.some((span) => /insert into follows/.test(String(attribute(span, 'db.query.text'))))).toBe(true)
    const eventSpan = trace.find(({ name }) => name.startsWith('event '))
    expect(trace.some(({ parentSpanId }) => parentSpanId === eventSpan?.spanId)).toBe(true)
  })

  it('contain no input, id or token of a user', async () => {
    const { call, join, close } = await startProcess(collectorSettings())
    const { id, cookie } = await join('trace_cleo')
    await call('GET', `/users/${id}?secret=told`, undefined, cookie)
    await close()
    const all = received.join('\n')
    expect(spans().some(({ name }) => name === 'POST /users')).toBe(true)
    const token = cookie.split('=')[1] ?? ''
    for (const secret of ['nobody-reads-this', 'trace_cleo', 'secret=told', id, token])
      expect(all).not.toContain(secret)
  })

  it('are not sent with a sampling ratio of 0 or without a collector', async () => {
    const none = await startProcess({
      ...collectorSettings(),
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    })
    expect((await none.call('GET', '/readyz')).status).toBe(200)
    await none.close()
    const off = await startProcess({})
    expect((await off.call('GET', '/readyz')).status).toBe(200)
    await off.close()
    expect(received).toEqual([])
  })

  it('do not delay requests while the collector is unreachable', async () => {
    const unreachableUrl = `http://127.0.0.1:${await findFreePort()}`
    const { call, close } = await startProcess({ OTEL_EXPORTER_OTLP_ENDPOINT: unreachableUrl })
    const from = performance.now()
    for (let i = 0; i < 20; i++) expect((await call('GET', '/readyz')).status).toBe(200)
    await close()
    expect(performance.now() - from).toBeLessThan(10_000)
  })
})

describe('trace settings', () => {
  const traces = (env: Record<string, string>) => readConfig(env).traces
  const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' }

  it('are read from the OTEL_ environment variables', () => {
    expect(traces({})).toBeNull()
    expect(traces(at)).toBe(1)
    expect(traces({ ...at, OTEL_SDK_DISABLED: 'true' })).toBeNull()
    expect(traces({ ...at, OTEL_TRACES_EXPORTER: 'none' })).toBeNull()
    expect(traces({ ...at, OTEL_TRACES_SAMPLER: 'always_off' })).toBe(0)
    const ratio = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
    expect(traces({ ...at, ...ratio })).toBe(0.25)
  })

  it('are rejected if invalid, with an error that omits the endpoint URL', () => {
    expect(() => traces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'user:word@host' })).toThrow(
      /^OTEL_EXPORTER_OTLP_ENDPOINT: must be an http:\/\/ or https:\/\/ address$/,
    )
    expect(() => traces({ ...at, OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG: must be a share')
  })
})
