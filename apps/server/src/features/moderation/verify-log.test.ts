import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { contextOf, system } from '#platform/context.ts'
import type { Database } from '#platform/db.ts'
import { day } from '#testing/clock.ts'
import { besides, ownDatabase } from '#testing/database.ts'
import { startServer, type TestServer } from '#testing/server.ts'
import { noteInLog } from './note-in-log.ts'
import { signLog } from './sign-log.ts'
import { verifyLog } from './verify-log.ts'

let server: TestServer
let owner: Database
beforeAll(async () => {
  const database = await ownDatabase(10)
  server = await startServer({}, {}, { doors: { database } })
  owner = await besides(server.deps.database, 'owner')
})
afterAll(async () => {
  await owner.close()
  await server.stop()
})

const ctx = () => contextOf(server.deps, system)
const note = (n: number) => noteInLog(ctx(), server.deps.database, { did: 'looked', about: { n } })

/** What nobody but the owner of the tables can do, and that only without the triggers. */
async function tamper(statement: ReturnType<typeof sql>) {
  await owner.rows(sql`alter table moderation_log disable trigger user`)
  await owner.rows(sql`alter table moderation_log_heads disable trigger user`)
  await owner.rows(statement)
  await owner.rows(sql`alter table moderation_log enable trigger user`)
  await owner.rows(sql`alter table moderation_log_heads enable trigger user`)
}

beforeEach(async () => {
  await tamper(sql`truncate moderation_log, moderation_log_heads`)
  for (let n = 1; n <= 5; n++) await note(n)
})

it('is whole while nobody touches it, also when many write at once', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => note(n)))
  await signLog(ctx())
  await signLog(ctx())
  expect(await verifyLog(ctx())).toEqual({ rows: 25, heads: 1 })
})

it('names the first row that was changed, or is gone, whichever it is', async () => {
  await tamper(sql`update moderation_log set entry = replace(entry, '4', '7') where seq = 4`)
  expect(await verifyLog(ctx())).toMatchObject({ broken: { row: 4, why: 'it was changed' } })
  await tamper(sql`delete from moderation_log where seq = 2`)
  expect(await verifyLog(ctx())).toMatchObject({ broken: { row: 2, why: 'it is gone' } })
})

it('sees by a signed head what was cut off, and what was written anew with all its hashes', async () => {
  await signLog(ctx())
  const signedOn = server.clock.now().toISOString().slice(0, 10)
  server.clock.advance(day)
  await tamper(sql`delete from moderation_log where seq > 3`)
  expect(await verifyLog(ctx())).toMatchObject({ broken: { row: 4, why: `it is gone, and was there on ${signedOn}` } })
  for (let n = 6; n <= 7; n++) await note(n)
  expect(await verifyLog(ctx())).toMatchObject({
    broken: { row: 5, why: `it is not what was signed on ${signedOn}` },
  })
})

it('believes no head that was not signed here', async () => {
  await signLog(ctx())
  await tamper(sql`update moderation_log_heads set signature = 'x'`)
  expect(await verifyLog(ctx())).toMatchObject({ broken: { row: 5, why: expect.stringContaining('not signed here') } })
})

it('keeps its heads as it keeps its rows', async () => {
  await signLog(ctx())
  await expect(owner.rows(sql`update moderation_log set entry = '{}'`)).rejects.toThrow('only added to')
  await expect(owner.rows(sql`delete from moderation_log`)).rejects.toThrow('only added to')
  await expect(owner.rows(sql`delete from moderation_log_heads`)).rejects.toThrow('only added to')
  await expect(owner.rows(sql`truncate moderation_log`)).rejects.toThrow('only added to')
})
