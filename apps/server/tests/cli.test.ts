import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#app/config/config.ts'
import { writeAddressFile } from '#app/process/address-file.ts'
import { type OpenedDatabase, openDatabase } from '#app/process/open-database.ts'
import { insertUser } from '#features/sign-in/sign-up/sign-up-queries.ts'
import { connect, type Database } from '#platform/database/db.ts'
import { releaseName } from '#platform/process/release.ts'
import { openSecrets } from '#platform/security/secrets.ts'
import { hashToken } from '#platform/security/token.ts'
import { openDiskStorage } from '#platform/storage/storage.ts'
import { unzip } from '#testing/unzip.ts'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-cli-'))
const config = readConfig({ DATA_DIR: dataDir, PORT: '4711' })

/** Runs a command in its own process. */
const pawtrait = (...args: string[]) =>
  new Promise<{ exit: number; out: string; err: string }>((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '4711' }
    execFile(process.execPath, [cli, ...args], { env }, (error, out, err) =>
      resolve({ exit: error ? Number(error.code) : 0, out, err }),
    )
  })

/** Line on stderr that names the instance. */
const instance = `Instance: http://localhost:4711, data in ${dataDir}, embedded PostgreSQL. Release ${releaseName}.\n`

let opened: OpenedDatabase
let database: Database
const open = async () => {
  opened = await openDatabase(config, () => {})
  database = connect(opened.connection, { max: 1 })
}
const close = async () => {
  await database.close()
  await opened.stop()
}

/** Returns how many of these links to reset a sign-in are stored and unused. */
const links = async (...addresses: string[]) => {
  const tokens = addresses.map((address) => hashToken(address.trim().split('#')[1] ?? ''))
  const stored = await database.rows<{ hash: Buffer }>(sql`
    select hash from reset_links l join users u on u.id = l.user_id where u.username = 'luna' and l.used_at is null`)
  return tokens.filter((token) => stored.some(({ hash }) => hash.equals(token))).length
}

beforeAll(async () => {
  await open()
  await openSecrets(config) // This call creates the pepper, because commands never create one.
  await insertUser(database, {
    id: '01900000-0000-7000-8000-000000000001' as UserId,
    username: 'luna',
    fullname: 'Luna',
    email: 'luna@example.test',
    zipHash: '',
    state: 'active',
    timeZone: 'Africa/Nairobi',
    now: new Date(),
  })
}, 240_000)
afterAll(async () => {
  await close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('pawtrait reset-signin', () => {
  it('prints a link whether the app runs or not', async () => {
    const beside = await pawtrait('reset-signin', 'Luna')
    expect(beside).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^http:\/\/localhost:4711\/reset-signin#[\w-]{43}\n$/),
    })
    expect(await links(beside.out)).toBe(1)
    expect(beside.err).not.toContain(beside.out.trim().split('#')[1])
    await close()
    const alone = await pawtrait('reset-signin', 'luna')
    expect(alone).toMatchObject({ exit: 0, out: expect.stringContaining('/reset-signin#') })
    await open()
    expect(await links(beside.out, alone.out)).toBe(2)
  }, 240_000)

  it('prints a link with the address of the running app, even if the command has other settings', async () => {
    const removeAddress = await writeAddressFile({ ...config, publicUrl: 'http://192.168.1.7:4310' })
    const noted = await pawtrait('reset-signin', 'luna')
    expect(noted.out).toMatch(/^http:\/\/192\.168\.1\.7:4310\/reset-signin#[\w-]{43}\n$/)
    await removeAddress()
    expect((await pawtrait('reset-signin', 'luna')).out).toContain('http://localhost:4711/reset-signin#')
  }, 240_000)

  it('prints one line and exits with code 1 for an unknown account and code 2 for wrong arguments', async () => {
    expect(await pawtrait('reset-signin', 'missing')).toEqual({
      exit: 1,
      out: '',
      err: `${instance}There is no account with the username or email "missing".\n`,
    })
    for (const args of [[], ['reset-signin'], ['reset-signin', 'a', 'b'], ['drop', 'luna']]) {
      const refused = await pawtrait(...args)
      expect(refused).toMatchObject({ exit: 2, out: '' })
      expect(refused.err).toContain('reset-signin <username')
    }
    expect((await pawtrait('drop', 'luna')).err).toMatch(/\nThere is no command "drop"\.\n$/)
  }, 240_000)
})

describe('pawtrait restore-account', () => {
  const leave = (at: Date) =>
    database.rows(sql`update users set deleted_at = ${at.toISOString()} where username = 'luna'`)

  it('restores an account deleted less than 30 days ago and refuses other accounts', async () => {
    const refused = { exit: 1, out: '', err: expect.stringMatching(/\nThere is no account "luna" that was .*\n$/) }
    expect(await pawtrait('restore-account', 'luna')).toEqual(refused)
    await leave(new Date(Date.now() - 31 * 86_400_000))
    expect(await pawtrait('restore-account', 'luna')).toEqual(refused)
    await leave(new Date())
    const done = await pawtrait('restore-account', 'Luna')
    expect(done).toMatchObject({ exit: 0, out: expect.stringMatching(/^The account luna is restored\./) })
    expect(await database.row(sql`select deleted_at from users where username = 'luna'`)).toEqual({ deleted_at: null })
  }, 240_000)
})

describe('pawtrait export-account', () => {
  it('writes the data of a suspended account into a new file with mode 0600 and never overwrites a file', async () => {
    const file = join(dataDir, 'luna.zip')
    await database.rows(sql`update users set state = 'suspended' where username = 'luna'`)
    const done = await pawtrait('export-account', 'Luna', file)
    expect(done).toEqual({
      exit: 0,
      out: `The data of Luna is in ${file}. Give it to this user only.\n`,
      err: instance,
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const files = await unzip(readFileSync(file))
    expect(JSON.parse(files.get('account.json')?.toString() ?? '')).toMatchObject({ username: 'luna' })
    expect(files.get('index.html')?.toString()).toContain('luna')
    const again = await pawtrait('export-account', 'luna', file)
    expect(again).toMatchObject({ exit: 1, out: '', err: expect.stringContaining('EEXIST') })
    expect(await unzip(readFileSync(file))).toEqual(files)
    expect((await pawtrait('export-account', 'nobody', join(dataDir, 'nobody.zip'))).exit).toBe(1)
    expect(existsSync(join(dataDir, 'nobody.zip'))).toBe(false)
    await database.rows(sql`update users set state = 'active' where username = 'luna'`)
  }, 240_000)
})

describe('pawtrait delete-account', () => {
  const id = '01900000-0000-7000-8000-000000000002' as UserId
  const milo = () => database.row<{ here: boolean }>(sql`select deleted_at is null as here from users where id = ${id}`)

  it('soft-deletes an account, and erases it immediately with --now', async () => {
    await insertUser(database, {
      id,
      username: 'milo',
      fullname: 'Milo',
      email: 'milo@example.test',
      zipHash: '',
      state: 'active',
      timeZone: 'Africa/Nairobi',
      now: new Date(),
    })
    const unknown = await pawtrait('delete-account', 'missing')
    expect(unknown).toEqual({
      exit: 1,
      out: '',
      err: `${instance}There is no account with the username, email or id "missing".\n`,
    })
    const deleted = await pawtrait('delete-account', 'Milo')
    expect(deleted).toMatchObject({ exit: 0, out: 'The account Milo is deleted. The app erases it after 30 days.\n' })
    expect(await milo()).toEqual({ here: false })
    expect((await pawtrait('delete-account', 'milo')).out).toBe('The account milo was already deleted.\n')
    const erased = { exit: 0, out: `The account ${id} is erased.\n` }
    expect(await pawtrait('delete-account', id, '--now')).toMatchObject(erased)
    expect(await milo()).toBeUndefined()
    expect((await pawtrait('delete-account', 'luna', '--later')).exit).toBe(2)
  }, 240_000)
})

describe('pawtrait moderator', () => {
  it('writes a row into the audit log for each appointment and dismissal of a moderator', async () => {
    expect(await pawtrait('moderator', 'list')).toMatchObject({
      exit: 0,
      out: 'There are no moderators. Add one with "moderator add <username>".\n',
    })
    expect(await pawtrait('moderator', 'add', 'Luna', '--admin')).toMatchObject({ exit: 0 })
    expect((await pawtrait('moderator', 'list')).out).toMatch(/^luna\tadmin\t\d{4}-/)
    expect(await pawtrait('moderator', 'remove', 'luna')).toMatchObject({ exit: 0 })
    expect(await pawtrait('moderator', 'remove', 'luna')).toMatchObject({
      exit: 1,
      err: `${instance}luna is not a moderator: "moderator list" lists them.\n`,
    })
    expect(await pawtrait('moderator', 'add', 'missing')).toMatchObject({ exit: 1, out: '' })
    expect(await pawtrait('moderator', 'add')).toMatchObject({ exit: 2 })
    expect(await pawtrait('log', 'verify')).toEqual({
      exit: 0,
      out: 'Not signed yet: 2 rows, 0 signed heads, 0 rows without MAC.\n',
      err: instance,
    })
  }, 240_000)
})

describe('pawtrait breach', () => {
  it('writes the affected accounts into a new file with mode 0600 and prints only the account count', async () => {
    const file = join(dataDir, 'touched.csv')
    const [from, to] = ['2026-01-01T00:00Z', '2126-01-01T00:00Z']
    const done = await pawtrait('breach', file, from, to)
    expect(done).toEqual({
      exit: 0,
      out: `Accounts: 1, of people under 18: 0. The list is in ${file}.\n`,
      err: instance,
    })
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('"luna","luna@example.test",""')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await pawtrait('breach', file, from, to)).toMatchObject({ exit: 1, out: '' })
    expect(readFileSync(file, 'utf8')).toBe(text)
    const active = await pawtrait('breach', `${file}.active`, '2125-01-01', to, '--active')
    expect(active.out).toMatch(/^Accounts: 0,/)
    const before = await pawtrait('breach', `${file}.before`, '2000-01-01', '2000-01-02')
    expect(before.out).toMatch(/^Accounts: 0,/)
    const turned = await pawtrait('breach', `${file}.turned`, to, from)
    expect(turned).toMatchObject({ exit: 1, err: expect.stringMatching(/: give two instants/) })
    expect((await pawtrait('breach', file, 'yesterday')).exit).toBe(2)
  }, 240_000)
})

describe('pawtrait limits', () => {
  it('lists all limits, shows the counters of a user or IP address, and resets them with --lift', async () => {
    expect((await pawtrait('limits')).out).toContain('likes\t600\t150\t600 s\n')
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    const [luna] = await database.rows<{ id: string }>(sql`select id from users where username = 'luna'`)
    await database.rows(sql`
      insert into throttles (key, count, ends_at) values
        (${`likes:${luna?.id}`}, 7, ${at(60_000)}), (${`follows:${luna?.id}`}, 3, ${at(-1)}),
        ('likes:other', 9, ${at(60_000)})`)
    expect((await pawtrait('limits', 'Luna')).out).toMatch(/^likes\t7\tuntil \d{4}-\S+\n$/)
    expect((await pawtrait('limits', 'luna', '--lift')).out).toBe('2 counters reset.\n')
    expect((await pawtrait('limits', 'luna')).out).toBe('There are no counters for luna.\n')
    expect((await pawtrait('limits', '192.0.2.7')).out).toBe('There are no counters for 192.0.2.7.\n')
    expect(await pawtrait('limits', 'missing')).toMatchObject({
      exit: 1,
      err: `${instance}There is no account with the username or email "missing".\n`,
    })
    expect((await pawtrait('limits', 'luna', '--all')).exit).toBe(2)
    expect(await database.rows(sql`select 1 from throttles where key = 'likes:other'`)).toHaveLength(1)
  }, 240_000)
})

describe('pawtrait sweep', () => {
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)

  const monthAgo = new Date(Date.now() - 31 * 86_400_000)

  /** Creates a two-day-old file that belongs to no photo, and an expired idempotency key. */
  async function createStaleData() {
    const storage = await openDiskStorage(join(dataDir, 'photos'))
    const name = `${randomBytes(16).toString('hex')}.webp`
    await storage.put(name, Buffer.from('a photo'))
    await storage.withFile(name, (path) => utimes(path, twoDaysAgo, twoDaysAgo))
    await database.rows(sql`
      insert into idempotency_keys (user_id, key, body_hash, created_at)
      select id, ${name}, '', ${monthAgo.toISOString()}::timestamptz from users`)
    const isThere = () => storage.withFile(name, async () => true)
    const keys = async () => (await database.rows(sql`select 1 from idempotency_keys where key = ${name}`)).length
    return { isThere, keys }
  }

  it('prints and runs each job that deletes stale files or idempotency keys, also while the app runs', async () => {
    const first = await createStaleData()
    expect(await first.isThere()).toBe(true)
    const beside = await pawtrait('sweep')
    expect(beside).toMatchObject({ exit: 0, out: expect.stringMatching(/^sweep-photos: done$/m) })
    expect(beside.out.split('\n')).toEqual(expect.arrayContaining(['sweep-limits: done', 'sweep-all-stories: done']))
    expect(beside.out).not.toContain('sweep-payments')
    expect([await first.isThere(), await first.keys()]).toEqual([undefined, 0])
    const second = await createStaleData()
    await close()
    expect(await pawtrait('sweep')).toMatchObject({ exit: 0, out: beside.out, err: instance })
    await open()
    expect([await second.isThere(), await second.keys()]).toEqual([undefined, 0])
  }, 240_000)
})

it('`npm run demo` prints one line and exits with code 1 if the instance has users', async () => {
  const demo = fileURLToPath(new URL('../../../tools/demo.ts', import.meta.url))
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [demo], { env }, (error, out, err) => resolve(`${error?.code} ${out}${err}`))
  })
  expect(output).toMatch(/^1 This instance already has users, [^\n]*\n$/)
}, 240_000)
