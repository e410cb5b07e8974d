import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import type { Database } from '#platform/database/db.ts'
import { day } from '#testing/clock.ts'
import { createTestDatabase, openSecondConnection } from '#testing/database/database.ts'
import { startServer, type TestServer } from '#testing/server.ts'
import { ensureFirstMac, signLog } from './sign-log.ts'
import { verifyLog } from './verify-log.ts'
import { writeLogEntry } from './write-log-entry.ts'

let server: TestServer
let owner: Database
beforeAll(async () => {
  const database = await createTestDatabase(10)
  server = await startServer({}, {}, { doors: { database } })
  owner = await openSecondConnection(server.deps.database, 'owner')
})
afterAll(async () => {
  await owner.close()
  await server.stop()
})

const ctx = () => createContext(server.deps, systemCaller)
const writeEntry = (n: number) => writeLogEntry(ctx(), server.deps.database, { did: 'looked', about: { n } })

/** Runs statements as the table owner with the triggers disabled. */
async function tamper(...statements: ReturnType<typeof sql>[]) {
  const tables = ['moderation_log', 'moderation_log_heads', 'moderation_log_macs']
  for (const table of tables) await owner.rows(sql`alter table ${sql.raw(table)} disable trigger user`)
  for (const statement of statements) await owner.rows(statement)
  for (const table of tables) await owner.rows(sql`alter table ${sql.raw(table)} enable trigger user`)
}

/** Replaces a log entry and recomputes all later hashes, as the table owner. */
async function rewriteFrom(seq: number) {
  const rows = await owner.rows<{ seq: number; entry: string; hash: string }>(sql`
    select l.seq::float8 as seq, l.entry, encode(l.hash, 'hex') as hash from moderation_log l order by l.seq`)
  let before = ''
  for (const row of rows) {
    const entry = row.seq === seq ? row.entry.replace('looked', 'judged') : row.entry
    before = createHash('sha256').update(`${before}\n${row.seq}\n${entry}`).digest('hex')
    await tamper(
      sql`update moderation_log set entry = ${entry}, hash = decode(${before}, 'hex') where seq = ${row.seq}`,
    )
  }
}

beforeEach(async () => {
  await tamper(sql`truncate moderation_log, moderation_log_heads, moderation_log_macs`)
  await ensureFirstMac(ctx())
  for (let n = 1; n <= 5; n++) await writeEntry(n)
})

it('verifyLog accepts 25 entries, 20 of them written concurrently', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => writeEntry(n)))
  await signLog(ctx())
  await signLog(ctx())
  expect(await verifyLog(ctx())).toEqual({ rows: 25, heads: 1, withoutMac: 0 })
})

it('verifyLog returns the number of the first log entry that was changed or deleted', async () => {
  await tamper(sql`update moderation_log set entry = replace(entry, '4', '7') where seq = 4`)
  expect(await verifyLog(ctx())).toMatchObject({ broken: { row: 4, why: 'the row was changed' } })
  await tamper(sql`delete from moderation_log where seq = 2`)
  expect(await verifyLog(ctx())).toMatchObject({ broken: { row: 2, why: 'the row is missing' } })
})

it('verifyLog fails if the newest entries are deleted or replaced after the log was signed', async () => {
  await signLog(ctx())
  const signedDay = server.clock.now().toISOString().slice(0, 10)
  server.clock.advance(day)
  await tamper(sql`delete from moderation_log where seq > 3`)
  expect(await verifyLog(ctx())).toMatchObject({ broken: { row: 4, why: 'the row is missing, but its MAC exists' } })
  await tamper(sql`delete from moderation_log_macs where seq > 3`)
  expect(await verifyLog(ctx())).toMatchObject({
    broken: { row: 4, why: `the row is missing, but existed on ${signedDay}` },
  })
  for (let n = 6; n <= 7; n++) await writeEntry(n)
  expect(await verifyLog(ctx())).toMatchObject({
    broken: { row: 5, why: `the row is not the one that was signed on ${signedDay}` },
  })
})

it('verifyLog fails when a signature was not made with the app’s pepper', async () => {
  await signLog(ctx())
  await tamper(sql`update moderation_log_heads set signature = 'x'`)
  expect(await verifyLog(ctx())).toMatchObject({
    broken: { row: 5, why: expect.stringContaining('not from this instance') },
  })
})

it('database triggers reject update, delete and truncate of the moderation log, even by the table owner', async () => {
  await signLog(ctx())
  await expect(owner.rows(sql`update moderation_log set entry = '{}'`)).rejects.toThrow('only added to')
  await expect(owner.rows(sql`delete from moderation_log`)).rejects.toThrow('only added to')
  await expect(owner.rows(sql`delete from moderation_log_heads`)).rejects.toThrow('only added to')
  await expect(owner.rows(sql`delete from moderation_log_macs`)).rejects.toThrow('only added to')
  await expect(owner.rows(sql`truncate moderation_log`)).rejects.toThrow('only added to')
})

it('verifyLog fails when the table owner rewrites old entries and deletes their MACs and signatures', async () => {
  await signLog(ctx())
  server.clock.advance(2 * day)
  expect(await verifyLog(ctx())).toEqual({ rows: 5, heads: 1, withoutMac: 0 })
  await rewriteFrom(2)
  await tamper(sql`truncate moderation_log_heads`, sql`truncate moderation_log_macs`)
  expect(await verifyLog(ctx())).toMatchObject({
    broken: { row: 1, why: expect.stringContaining('all MACs are missing') },
  })
  await ensureFirstMac(ctx())
  expect(await verifyLog(ctx())).toMatchObject({ broken: { row: 1, why: expect.stringContaining('no signed head') } })
})

it('verifyLog fails when the table owner rewrites unsigned entries, with or without deleting MACs', async () => {
  await rewriteFrom(4)
  expect(await verifyLog(ctx())).toMatchObject({
    broken: { row: 4, why: 'the MAC of the row is not from this instance' },
  })
  await tamper(sql`delete from moderation_log_macs where seq >= 4`)
  expect(await verifyLog(ctx())).toMatchObject({ broken: { row: 4, why: 'the MAC of the row is missing' } })
})

it('verifyLog fails if all MACs are deleted after the log was signed, even after the app restarts', async () => {
  await signLog(ctx())
  await writeEntry(6)
  await rewriteFrom(6)
  await tamper(sql`truncate moderation_log_macs`)
  await ensureFirstMac(ctx())
  expect(await verifyLog(ctx())).toMatchObject({ broken: { why: 'the MAC of the row is missing' } })
})

it('verifyLog counts entries without a MAC, and fails for an expected hash that no entry has', async () => {
  await tamper(sql`truncate moderation_log_macs`)
  await ensureFirstMac(ctx())
  await writeEntry(6)
  expect(await verifyLog(ctx())).toEqual({ rows: 6, heads: 0, withoutMac: 4 })
  await signLog(ctx())
  const line = server.lines.findLast((text) => text.includes('moderation-log-signed')) ?? '{}'
  const { hash } = JSON.parse(line) as { hash: string }
  expect(await verifyLog(ctx(), hash)).toEqual({ rows: 6, heads: 1, withoutMac: 4 })
  expect(await verifyLog(ctx(), 'a'.repeat(32))).toMatchObject({ broken: { why: expect.stringContaining('no row') } })
})
