import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, type SocketConnection, startEmbedded } from './embedded.ts'
import { CannotStart } from './errors.ts'
import { findRunningEmbedded } from './find-running-embedded.ts'
import { createTestFolder, removeTestFolders, runStatements } from './testing/programs.ts'
import { withClient } from './with-client.ts'

let embedded: EmbeddedPostgres | undefined

async function start(dataDir: string, access?: 'trust') {
  embedded = await startEmbedded({ dataDir, fsync: false, ...(access && { access }) })
  return embedded
}

async function stop() {
  await embedded?.stop()
  embedded = undefined
}

afterEach(async () => {
  await stop()
  removeTestFolders()
})

/**
 * Connects with changed options. Returns `let in` when the server accepts the connection, otherwise the error message.
 */
async function tryConnect(connection: SocketConnection, changed: Partial<SocketConnection>) {
  try {
    await withClient({ ...connection, ...changed }, (client) => client.query('select 1'))
    return 'let in'
  } catch (error) {
    return error instanceof pg.DatabaseError ? error.message : String(error)
  }
}

async function expectClosed(running: EmbeddedPostgres) {
  const app = running.connection('app')
  const owner = running.connection('owner')
  expect([await tryConnect(app, {}), await tryConnect(owner, {})]).toEqual(['let in', 'let in'])
  for (const user of ['postgres', 'somebody'])
    expect(await tryConnect(app, { user, password: '' })).toContain('pg_hba.conf rejects connection')
  for (const password of ['', owner.password ?? '', 'guessed'])
    expect(await tryConnect(app, { password })).toMatch(
      /password authentication failed|no password|empty password|password must be/,
    )
  expect(await tryConnect(owner, { password: app.password ?? '' })).toContain('password authentication failed')
  for (const database of ['template1', 'postgres'])
    expect(await tryConnect(app, { database })).toContain('pg_hba.conf rejects connection')
  expect(
    await runStatements(running, 'select rolname::text as name from pg_roles where rolcanlogin order by 1'),
  ).toEqual([{ name: 'pawtrait_app' }, { name: 'pawtrait_owner' }])
}

/** Creates a data folder as an earlier release did: every role may connect without a password. */
async function createUnprotectedFolder() {
  const folder = createTestFolder()
  const earlier = await start(folder, 'trust')
  expect(await tryConnect(earlier.connection('app'), { user: 'postgres' })).toBe('let in')
  await runStatements(earlier, 'create table notes (body text); insert into notes values ($$kept$$)')
  await stop()
  return folder
}

const rulesPath = (folder: string) => join(folder, 'cluster/pg_hba.conf')
const passwordsPath = (folder: string) => join(folder, 'cluster/passwords.json')

describe('access to the embedded PostgreSQL', () => {
  it("is limited to the app's two roles, each with a different password", async () => {
    const folder = createTestFolder()
    const first = await start(folder)
    await expectClosed(first)
    expect(statSync(passwordsPath(folder)).mode & 0o777).toBe(0o600)
    const known = first.connection('app')
    expect(known.password).toMatch(/^[\da-f]{64}$/)
    expect(findRunningEmbedded(folder)?.('app')).toEqual(known)
    await stop()
    expect((await start(folder)).connection('app').password).toBe(known.password)
  })

  it('requires passwords after an upgrade from an earlier release, without loss of rows', async () => {
    const folder = await createUnprotectedFolder()
    const closed = await start(folder)
    await expectClosed(closed)
    expect(await runStatements(closed, 'select body from notes')).toEqual([{ body: 'kept' }])
  })

  it.each([
    ['before the roles had passwords', false],
    ['before the access rules were written', true],
  ])('requires passwords even when the first start after an upgrade was killed %s', async (_when, hasPasswords) => {
    const folder = await createUnprotectedFolder()
    const open = readFileSync(rulesPath(folder), 'utf8')
    if (hasPasswords) {
      await start(folder)
      await stop()
      writeFileSync(rulesPath(folder), open)
    } else writeFileSync(passwordsPath(folder), JSON.stringify({ owner: 'a'.repeat(64), app: 'b'.repeat(64) }))
    const closed = await start(folder)
    await expectClosed(closed)
    expect(await runStatements(closed, 'select body from notes')).toEqual([{ body: 'kept' }])
  })

  it('fails if passwords.json is missing: startEmbedded throws CannotStart', async () => {
    const folder = createTestFolder()
    await start(folder)
    await stop()
    rmSync(passwordsPath(folder))
    const refused = await start(folder).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CannotStart)
    expect(refused).toMatchObject({
      message: expect.stringMatching(/passwords\.json is missing.*copy of the data folder/),
    })
  })
})
