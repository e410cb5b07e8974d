import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '../apps/server/src/testing/free-port.ts'
import { launchApp, type RunningApp, startApp } from './app.ts'
import { isAlive, postmasterPid, postmasterPidFile } from './processes.ts'

// Covers two security checks of docs/security/checks.md. F03: the embedded database survives SIGKILL. F12: an unhandled
// rejection is logged, and the process continues. `faults.spec.ts` covers acknowledged writes.
const apps: RunningApp[] = []
afterAll(async () => {
  for (const app of apps) await app.stop()
})

async function start(settings?: Record<string, string>) {
  const app = await startApp(settings)
  apps.push(app)
  return app
}

async function launch(...how: Parameters<typeof launchApp>) {
  const app = await launchApp(...how)
  apps.push(app)
  return app
}

async function signUp({ origin }: RunningApp, username: string) {
  const person = { fullname: 'Amina Otieno', username, email: `${username}@example.com`, zipcode: '00100' }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/users`, { method: 'POST', headers, body: JSON.stringify(person) })
  expect(answer.status).toBe(201)
}

/** Returns whether the username is taken. Returns 503 while the database is down. */
async function isTaken({ origin }: RunningApp, username: string): Promise<boolean | 503> {
  const answer = await fetch(`${origin}/api/usernames/${username}`)
  if (answer.status === 503) return 503
  return !((await answer.json()) as { free: boolean }).free
}
const health = async ({ origin }: RunningApp) => (await fetch(`${origin}/readyz`)).status

async function until(what: () => boolean | Promise<boolean>, withinMs: number): Promise<number> {
  const from = performance.now()
  while (!(await what())) {
    if (performance.now() - from > withinMs) throw new Error(`the condition did not hold within ${withinMs} ms`)
    await new Promise((done) => setTimeout(done, 100))
  }
  return performance.now() - from
}

/** Returns reason, parent and error of each log entry with the event "closing". */
const findClosingEntries = ({ output }: RunningApp) =>
  output()
    .split('\n')
    .filter((line) => line.includes('"event":"closing"'))
    .map((line) => {
      const { reason, parent, error } = JSON.parse(line) as { reason: string; parent?: number; error?: string }
      return { reason, ...(parent !== undefined && { parent }), ...(error !== undefined && { error }) }
    })

describe('running app', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await start()
  })

  it('prints its address and release in one line', () => {
    expect(
      app
        .output()
        .match(/^Pawtrait is ready: http:\/\/localhost:\d+ \(release \d+\.\d+\.\d+(, commit [0-9a-f]{8})?\)$/gm),
    ).toHaveLength(1)
  })

  it('refuses a second start on its data folder with one line that contains its address and process id', async () => {
    const { dataDir, origin } = app
    await expect(startApp({ DATA_DIR: dataDir })).rejects.toThrow(/^The app ended with 1:\n[^\n]*in use[^\n]*\n$/)
    const npmStart = [process.execPath, 'tools/check-node.mjs', 'start'] as const
    const again = await launch({ DATA_DIR: dataDir, PORT: new URL(origin).port }, [...npmStart])
    const [code] = await once(again.process, 'exit')
    expect(code).toBe(1)
    expect(again.output()).toBe(
      `Pawtrait already runs on ${dataDir}, at ${origin} (process ${app.process.pid}): stop it first. ` +
        'For a second instance, set DATA_DIR and PORT.\n',
    )
  })

  it('returns 503 while PostgreSQL is dead, and restarts PostgreSQL', async () => {
    await signUp(app, 'amina')
    const seen: (boolean | 503)[] = []
    const request = async () => seen.push(await isTaken(app, 'amina'))
    // PostgreSQL can restart between two requests. Then it is killed again, until a request gets 503.
    for (let kills = 0; kills < 10 && !seen.includes(503); kills++) {
      const before = postmasterPid(app)
      process.kill(before, 'SIGKILL')
      await until(async () => {
        await request()
        return seen.includes(503) || postmasterPid(app) !== before
      }, 30_000)
    }
    await until(async () => {
      await request()
      return seen.at(-1) === true
    }, 30_000)
    expect(new Set(seen)).toEqual(new Set([true, 503]))
    expect(app.output()).toMatch(/"level":"error","event":"postgres",.*PostgreSQL ended \(SIGKILL\)/)
  })

  it('stops PostgreSQL and exits with code 0 on SIGINT', async () => {
    const database = postmasterPid(app)
    app.process.kill('SIGINT')
    const [code] = await once(app.process, 'exit')
    expect(code).toBe(0)
    expect(isAlive(database)).toBe(false)
    expect(findClosingEntries(app)).toEqual([{ reason: 'SIGINT', parent: process.pid }])
  })
})

describe('app with an uncaught error', () => {
  let app: RunningApp
  beforeAll(async () => {
    // Script that runs in the app. The first SIGUSR2 causes an unhandled promise rejection. The second SIGUSR2 throws
    // an error.
    const faults = `
      process.once('SIGUSR2', () => {
        process.on('SIGUSR2', () => { throw new Error('not caught') })
        void Promise.reject(new Error('let go'))
      })`
    app = await start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faults)}` })
  })

  it('logs an unhandled promise rejection and continues (security check F12)', async () => {
    app.process.kill('SIGUSR2')
    await expect.poll(app.output).toContain('let go')
    expect(await health(app)).toBe(200)
    expect(app.process.exitCode).toBe(null)
  })

  it('logs a thrown error and exits with code 1', async () => {
    const database = postmasterPid(app)
    app.process.kill('SIGUSR2')
    const [code] = await once(app.process, 'exit')
    expect(code).toBe(1)
    expect(findClosingEntries(app)).toEqual([{ reason: 'uncaught exception', error: 'not caught' }])
    await until(() => !isAlive(database), 20_000)
  })
})

describe('app on a stop signal', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-start-'))
  afterAll(async () => {
    for (const app of apps) await app.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('stops PostgreSQL too when SIGINT arrives during its first start', async () => {
    const starting = await launch({ DATA_DIR: dataDir })
    // PostgreSQL creates the pid file a moment before it writes the pid into the file.
    await until(() => existsSync(postmasterPidFile({ dataDir })) && postmasterPid({ dataDir }) !== 0, 60_000)
    const database = postmasterPid({ dataDir })
    starting.process.kill('SIGINT')
    await once(starting.process, 'exit')
    expect(starting.output()).not.toContain('Pawtrait is ready')
    await until(() => !isAlive(database), 20_000)
  })

  it('ends when npm, its parent process, gets SIGTERM', async () => {
    const app = await launch({ DATA_DIR: dataDir }, ['npm', 'start'])
    await until(() => app.output().includes('Pawtrait is ready'), 45_000)
    expect(await health(app)).toBe(200)
    const database = postmasterPid(app)
    app.process.kill('SIGTERM')
    await until(() => !isAlive(database), 20_000)
    await expect(fetch(app.origin)).rejects.toThrow('fetch failed')
    expect(findClosingEntries(app)).toMatchObject([
      { reason: expect.stringMatching(/^npm, which started this as process \d+, has/) },
    ])
  })
})

it('the app prints one line and creates no data folder when its port is in use', async () => {
  const taken = createServer().listen(await findFreePort(), 'localhost')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const dataDir = join(tmpdir(), 'pawtrait-port-in-use')
  await expect(startApp({ DATA_DIR: dataDir, PORT: String(port) })).rejects.toThrow(
    /^The app ended with 1:\nPort \d+ is in use: [^\n]*\n$/,
  )
  const whole = await launch({ DATA_DIR: dataDir, PORT: String(port) }, [process.execPath, 'tools/start.ts'])
  await once(whole.process, 'exit')
  expect(whole.output()).toMatch(/^Port \d+ is in use: [^\n]*\n$/)
  expect(existsSync(dataDir)).toBe(false)
  taken.close()
})
