import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { launchApp, type RunningApp, startApp } from './app.ts'
import { isAlive, kill, pidFileOf, postmasterOf } from './processes.ts'

// security.md, group R: whatever dies, the next start is clean and nothing acknowledged is lost.
let dataDir: string
let apps: RunningApp[]
const start = async (settings: Record<string, string> = {}) => {
  const app = await startApp({ DATA_DIR: dataDir, ...settings })
  apps.push(app)
  return app
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-start-'))
  apps = []
})

afterEach(async () => {
  for (const app of apps) await app.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const postmaster = () => postmasterOf({ dataDir })

async function signUp({ origin }: RunningApp, username: string) {
  const person = { fullname: 'Amina Otieno', username, email: `${username}@example.com`, zipcode: '00100' }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/users`, { method: 'POST', headers, body: JSON.stringify(person) })
  expect(answer.status).toBe(201)
}

/** Whether an account with this name is there; 503 while the database is away. */
async function isTaken({ origin }: RunningApp, username: string): Promise<boolean | 503> {
  const answer = await fetch(`${origin}/api/usernames/${username}`)
  if (answer.status === 503) return 503
  return !((await answer.json()) as { free: boolean }).free
}
const health = async ({ origin }: RunningApp) => (await fetch(`${origin}/readyz`)).status

async function until(what: () => boolean | Promise<boolean>, withinMs: number): Promise<number> {
  const from = performance.now()
  while (!(await what())) {
    if (performance.now() - from > withinMs) throw new Error(`not within ${withinMs} ms`)
    await new Promise((done) => setTimeout(done, 100))
  }
  return performance.now() - from
}

/** What the log says of why it closed, one entry a line. */
const whyClosed = ({ output }: RunningApp) =>
  output()
    .split('\n')
    .filter((line) => line.includes('"event":"closing"'))
    .map((line) => {
      const { reason, parent, error } = JSON.parse(line) as { reason: string; parent?: number; error?: string }
      return { reason, ...(parent !== undefined && { parent }), ...(error !== undefined && { error }) }
    })

describe('starting and stopping', () => {
  it('says where it is in one line, and Ctrl-C stops everything it started', async () => {
    const app = await start()
    expect(
      app
        .output()
        .match(/^Pawtrait is ready: http:\/\/localhost:\d+ \(release \d+\.\d+\.\d+(, commit [0-9a-f]{8})?\)$/gm),
    ).toHaveLength(1)
    const database = postmaster()
    app.process.kill('SIGINT')
    const [code] = await once(app.process, 'exit')
    expect(code).toBe(0)
    expect(isAlive(database)).toBe(false)
    expect(whyClosed(app)).toEqual([{ reason: 'SIGINT', parent: process.pid }])
  })

  it('says which error ended it', async () => {
    const fault = "process.on('SIGUSR2', () => { throw new Error('thrown by nobody') })"
    const app = await start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` })
    const database = postmaster()
    app.process.kill('SIGUSR2')
    const [code] = await once(app.process, 'exit')
    expect(code).toBe(1)
    expect(whyClosed(app)).toEqual([{ reason: 'uncaught exception', error: 'thrown by nobody' }])
    await until(() => !isAlive(database), 20_000)
  })

  it('ends with npm start, when only npm is told to stop', async () => {
    const app = await launchApp({ DATA_DIR: dataDir }, ['npm', 'start'])
    apps.push(app)
    await until(() => app.output().includes('Pawtrait is ready'), 45_000)
    const database = postmaster()
    app.process.kill('SIGTERM')
    await until(() => !isAlive(database), 20_000)
    await expect(fetch(app.origin)).rejects.toThrow('fetch failed')
    expect(whyClosed(app)).toMatchObject([
      { reason: expect.stringMatching(/^npm, which started this as process \d+, has/) },
    ])
  })

  it('leaves nothing behind when it is stopped while starting', async () => {
    const starting = await launchApp({ DATA_DIR: dataDir })
    apps.push(starting)
    // The file is there a moment before its number.
    await until(() => existsSync(pidFileOf({ dataDir })) && postmaster() !== 0, 60_000)
    const database = postmaster()
    starting.process.kill('SIGINT')
    await once(starting.process, 'exit')
    expect(starting.output()).not.toContain('Pawtrait is ready')
    await until(() => !isAlive(database), 20_000)
    expect(await health(await start())).toBe(200)
  })

  it('keeps what it acknowledged when the app is killed, and when both are', async () => {
    const first = await start()
    await signUp(first, 'amina')
    await kill(first)
    const second = await start()
    expect(await isTaken(second, 'amina')).toBe(true)
    await signUp(second, 'juma')
    await kill(second, { withPostgres: true })
    const third = await start()
    expect(await isTaken(third, 'amina')).toBe(true)
    expect(await isTaken(third, 'juma')).toBe(true)
  })

  it('answers 503 while PostgreSQL is dead and brings it back', async () => {
    const app = await start()
    await signUp(app, 'amina')
    const before = postmaster()
    process.kill(before, 'SIGKILL')
    const seen: (boolean | 503)[] = []
    // A backend outlives its postmaster by a moment, so the first answers may still be right ones.
    await until(async () => {
      seen.push(await isTaken(app, 'amina'))
      return seen.includes(503) && seen.at(-1) === true
    }, 30_000)
    expect(new Set(seen)).toEqual(new Set([true, 503]))
    expect(postmaster()).not.toBe(before)
    expect(app.output()).toMatch(/"level":"error","event":"postgres",.*PostgreSQL ended \(SIGKILL\)/)
  })

  it('refuses a second start on the same data, and a port in use, with one clear line', async () => {
    await start()
    const message = /^The app ended with 1:\n[^\n]*in use[^\n]*\n$/
    await expect(start()).rejects.toThrow(message)
    const taken = createServer().listen(await freePort(), 'localhost')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const other = join(dataDir, 'other')
    await expect(start({ DATA_DIR: other, PORT: String(port) })).rejects.toThrow(
      /^The app ended with 1:\nPort \d+ is in use: [^\n]*\n$/,
    )
    const whole = await launchApp({ DATA_DIR: other, PORT: String(port) }, [process.execPath, 'tools/start.ts'])
    await once(whole.process, 'exit')
    expect(whole.output()).toMatch(/^Port \d+ is in use: [^\n]*\n$/)
    expect(existsSync(other)).toBe(false)
    taken.close()
  })
})
