import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findRunningEmbedded } from '@pawtrait/postgres/find-running-embedded.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { describe, expect, it } from 'vitest'
import { launchApp, type RunningApp } from './app.ts'
import { journeyInSeparateApp } from './journey.ts'

const inOwnApp = journeyInSeparateApp()

const demo = ({ dataDir, origin }: RunningApp) =>
  launchApp({ DATA_DIR: dataDir, PORT: new URL(origin).port }, [process.execPath, 'tools/demo.ts'])

/** Runs the demo against the app until `shouldStop` returns true, then sends SIGINT. Returns the demo’s output. */
async function demoUntil(app: RunningApp, shouldStop: (output: string) => Promise<boolean> | boolean): Promise<string> {
  const run = await demo(app)
  const ended = once(run.process, 'exit')
  try {
    await expect.poll(() => shouldStop(run.output()), { timeout: 200_000, interval: 250 }).toBe(true)
  } finally {
    run.process.kill('SIGINT')
    await ended
  }
  return run.output()
}

/** Runs the demo against the app to its end. Returns the demo’s output. */
async function demoToItsEnd(app: RunningApp): Promise<string> {
  const run = await demo(app)
  await once(run.process, 'exit')
  return run.output()
}

/** Returns the demo's accounts, each with the number of its pets, and the upload time of the oldest photo. */
const readDemoData = (app: RunningApp) =>
  withClient(findRunningEmbedded(join(app.dataDir, 'postgres'))?.('owner') ?? {}, async (client) => {
    const { rows: users } = await client.query<{ username: string; pets: number }>(`
      select username, (select count(*)::int from pet_people p where p.user_id = u.id) as pets from users u
      where email like '%@demo.example' order by u.id`)
    const { rows: photos } = await client.query<{ first: Date }>('select min(created_at) as first from photos')
    return { users, firstPhoto: photos[0]?.first }
  })

describe('npm run demo', () => {
  let parallelRunOutput: string | undefined

  inOwnApp('prints its accounts first, and resumes after Ctrl-C', async ({ app }) => {
    const began = new Date()
    const has = (accounts: number) => async () => (await readDemoData(app)).users.length >= accounts
    const first = await demoUntil(app, has(1))
    expect(first).toMatch(/^Accounts to log in with at http:\/\/localhost:\d+\/login:\n {2}amina\.o +zip code 00100/)
    expect(first).toMatch(/\nThe demo stopped\. Run `npm run demo` again to continue\.\n$/)
    const { length: createdFirst } = (await readDemoData(app)).users
    const second = await demoUntil(app, async (output) => {
      if (output.includes('The demo continues')) parallelRunOutput ??= await demoToItsEnd(app)
      return has(createdFirst + 1)()
    })
    expect(second).toContain('\nThe demo continues where it stopped.\n')
    const { users, firstPhoto } = await readDemoData(app)
    // The demo was stopped while it created the first account. Each of this account's three pets must exist exactly
    // once.
    expect(users[0]).toEqual({ username: 'amina.o', pets: 3 })
    expect(new Set(users.map(({ username }) => username)).size).toBe(users.length)
    // The demo must not backdate uploads, because the app deletes unposted photos after a day.
    expect(firstPhoto?.getTime()).toBeGreaterThan(began.getTime())
  })

  it('prints one line and exits when another run is in progress', () => {
    expect(parallelRunOutput).toBe('The demo is already running on this instance. Wait until it has finished.\n')
  })

  inOwnApp('prints an error when the demo has changed, or when users exist but no journal', async ({ app }) => {
    const journal = join(app.dataDir, 'demo-journal')
    const [beginning, , ...rest] = (await readFile(journal, 'utf8')).split('\n')
    await writeFile(journal, [beginning, JSON.stringify({ name: 'GET /api/elsewhere' }), ...rest].join('\n'))
    const failed = (await demoToItsEnd(app)).trimEnd().split('\n')
    expect(failed.at(-1)).toBe('The code of the demo has changed since it stopped here. Set DATA_DIR to a new folder.')
    expect(failed.filter((line) => /^\s+at /.test(line))).toEqual([])
    await rm(journal)
    expect(await demoToItsEnd(app)).toMatch(/^This instance already has users, .*\n$/)
  })
})
