import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { refuseOtherPepper, selectFingerprint } from '#platform/security/pepper-fingerprint.ts'
import { BadConfig } from '#platform/settings.ts'
import { compileCacheEnvironment } from '#testing/child-process.ts'
import { serverForFile } from '#testing/server.ts'

const source = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-pepper-'))
const pepperFile = join(dataDir, 'pepper')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const env = {
  ...compileCacheEnvironment,
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  PEPPER_FILE: pepperFile,
  PORT: '0',
}

/** Starts the app and stops it once it is ready. Returns its output. */
async function startOnce(): Promise<string> {
  const app = spawn(process.execPath, [source('main.ts')], { env })
  app.stdout.on('data', () => app.kill('SIGTERM'))
  const [stdout, stderr] = await Promise.all([text(app.stdout), text(app.stderr), once(app, 'exit')])
  return stdout + stderr
}

const pawtrait = (...args: string[]) =>
  new Promise<{ exit: number; out: string }>((resolve) => {
    execFile(process.execPath, [source('cli.ts'), ...args], { env }, (error, out, err) =>
      resolve({ exit: error ? Number(error.code) : 0, out: out + err }),
    )
  })

const ready = 'Pawtrait is ready'
const refusal = `PEPPER_FILE: ${pepperFile} is not the registered pepper of this database`

describe('changed pepper', () => {
  it('prevents the start until the operator accepts it with `new-pepper --sure`', async () => {
    expect(await startOnce()).toContain(ready)
    const old = readFileSync(pepperFile)
    const other = randomBytes(32)
    writeFileSync(pepperFile, other)
    expect(await pawtrait('new-pepper')).toMatchObject({ exit: 1, out: expect.stringContaining('new-pepper --sure') })
    expect(await startOnce()).toContain(refusal)
    writeFileSync(pepperFile, old)
    expect(await pawtrait('new-pepper', '--sure')).toMatchObject({ exit: 0, out: expect.stringContaining('nothing') })
    writeFileSync(pepperFile, other)
    expect(await pawtrait('new-pepper', '--sure')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('restart the app'),
    })
    expect(await startOnce()).toContain(ready)
  }, 240_000)
})

const server = serverForFile()

it('refuseOtherPepper accepts only one of two peppers if nodes start concurrently on a new database', async () => {
  const { database } = server.deps
  for (let round = 0; round < 10; round++) {
    await database.rows(sql`delete from pepper_fingerprints`)
    const peppers = ['one', 'other', 'one', 'other']
    const starts = peppers.map((pepper) => refuseOtherPepper(database, pepper, 'pepper'))
    const ends = await Promise.allSettled(starts)
    const first = await selectFingerprint(database)
    expect(ends.map(({ status }) => status)).toEqual(
      peppers.map((pepper) => (pepper === first ? 'fulfilled' : 'rejected')),
    )
    const refusals = ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []))
    expect(refusals.filter((reason) => !(reason instanceof BadConfig))).toEqual([])
  }
})
