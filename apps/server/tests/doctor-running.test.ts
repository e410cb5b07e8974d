import { chmodSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { examineInstance } from '#app/cli/doctor.ts'
import { writeAddressFile } from '#app/process/address-file.ts'
import { releaseName } from '#platform/process/release.ts'
import { getInstanceId } from '#platform/security/secrets.ts'
import { findFreePort } from '#testing/free-port.ts'
import { operatorEnvironment } from '#testing/operator-environment.ts'
import { runCommand } from '#testing/run-command.ts'
import { serverForFile, startServer, type TestServer } from '#testing/server.ts'

const server = serverForFile()
let other: TestServer
let settings: Record<string, string> = {}

async function listens({ app }: TestServer): Promise<number> {
  await app.fastify.listen({ port: 0, host: 'localhost' })
  return (app.fastify.server.address() as AddressInfo).port
}

beforeAll(async () => {
  settings = { ...(await operatorEnvironment(server)), PROCESSES: '1', MIN_FREE_MB: '1' }
  chmodSync(server.dataDir, 0o700)
  other = await startServer()
}, 60_000)
afterAll(() => other.stop())

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Starts a fake server on a free port. Returns the port. */
async function startFake(answer: RequestListener): Promise<string> {
  const fake = createServer(answer)
  await new Promise<void>((resolve) => fake.listen(0, 'localhost', resolve))
  closing.push(() => {
    fake.closeAllConnections()
    fake.close()
  })
  return String((fake.address() as AddressInfo).port)
}

/** Responds like a ready app with these metrics. Without `metrics`, it never answers a request for /metrics. */
const anApp =
  (metrics?: string): RequestListener =>
  ({ url }, response) => {
    if (url !== '/metrics') response.end('{"status":"ok"}')
    else if (metrics !== undefined) response.end(metrics)
  }

async function findFaults(more: Record<string, string>): Promise<Record<string, string>> {
  const findings = await examineInstance({ ...settings, ...more }, false)
  return Object.fromEntries(findings.filter(({ ok }) => !ok).map(({ what, says }) => [what, says]))
}

describe('pawtrait doctor', () => {
  it('finds the running app by the address in the data folder, not by PORT', async () => {
    const port = await listens(server)
    const at = { dataDir: server.dataDir, host: 'localhost', port, publicUrl: `http://localhost:${port}` }
    const removeNote = await writeAddressFile(at)
    const { exit, out, err } = await runCommand(['doctor'], { ...settings, PORT: '1' })
    await removeNote()
    expect(out).toContain(`is ready at http://localhost:${port}.`)
    expect(out).toContain(`release     ${releaseName}.`)
    expect(out).toMatch(/\nNothing is wrong\.\n$/)
    expect(exit).toBe(0)
    expect(err).toContain(`data in ${server.dataDir}`)
  }, 120_000)

  it('reports a fault if another instance uses the port', async () => {
    const port = await listens(other)
    const found = await findFaults({ PORT: String(port) })
    expect(found).toEqual({ app: expect.stringContaining(`at http://localhost:${port} is another instance`) })
  })

  it('reports slow metrics, a slow app and an app that does not run as different faults', async () => {
    const [slow, stuck] = await Promise.all([
      findFaults({ PORT: await startFake(anApp()) }),
      findFaults({ PORT: await startFake(() => {}) }),
    ])
    expect(slow).toEqual({ metrics: expect.stringMatching(/^are slow: no answer within 5 s/) })
    expect(stuck.app).toMatch(/^is slow: no answer within 5 s/)
    expect((await findFaults({ PORT: '1' })).app).toMatch(/^nothing answers/)
  }, 60_000)

  it('reports that the running app has another release than the command', async () => {
    const data = getInstanceId(server.deps.secrets)
    const old = `pawtrait_build_info{version="0.0.9",commit="12345678",data="${data}"} 1\n`
    expect(await findFaults({ PORT: await startFake(anApp(old)) })).toEqual({
      release: `the app runs 0.0.9, commit 12345678, but this command is ${releaseName}: restart the app.`,
    })
  })

  it('reports an unreachable hash list and bucket without skipping the check of payments', async () => {
    const port = await findFreePort()
    const bucket = { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'a' }
    const away = { ...bucket, S3_SECRET_ACCESS_KEY: 'b', HASH_LIST_URL: `https://127.0.0.1:${port}/list` }
    const findings = await examineInstance({ ...settings, ...away }, false)
    const of = (what: string) => findings.filter((finding) => finding.what === what)
    expect(of('hash list')).toMatchObject([{ ok: false, says: expect.stringContaining('(ECONNREFUSED)') }])
    expect(of('storage')).toMatchObject([{ ok: false }])
    expect(of('payments')).toMatchObject([{ ok: true }])
  }, 60_000)
})

it('/metrics contains the release, its commit and the instance id', async () => {
  const { text } = await server.call(null, 'GET', '/metrics', undefined, { ip: '127.0.0.1' })
  expect(text).toMatch(/^pawtrait_build_info\{version="\d+\.\d+\.\d+",commit="([0-9a-f]{8})?",data="\S{12}"\} 1$/m)
  expect(text).toContain(`data="${getInstanceId(server.deps.secrets)}"`)
})
