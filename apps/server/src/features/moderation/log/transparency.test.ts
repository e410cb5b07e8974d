import { readFileSync } from 'node:fs'
import type { TransparencyMonth } from '@pawtrait/contract/moderation/transparency.ts'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aPost, aUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { aReport, decideAsModerator, undoAsModerator } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const readMonths = async () =>
  (await server.call<{ months: TransparencyMonth[] }>(null, 'GET', '/api/transparency')).body.months

it('GET /api/transparency returns the counts of this month to visitors, without usernames', async () => {
  const [desk, author] = [await aModerator(server), await aUser(server)]
  const post = await aPost(server, author)
  const before = (await readMonths())[0]?.counts
  const report = await aReport(server, 'post', post.id)
  const decided = await decideAsModerator(desk, report, { action: 'take-down' })
  await undoAsModerator(desk, decided.body.decision.id)
  await decideAsModerator(desk, report, { action: 'warn' })
  const [now] = await readMonths()
  expect(now?.month).toBe(server.clock.now().toISOString().slice(0, 7))
  expect(now?.counts).toMatchObject({
    'take-down': (before?.['take-down'] ?? 0) + 1,
    warn: (before?.warn ?? 0) + 1,
    undone: (before?.undone ?? 0) + 1,
    automated: before?.automated ?? 0,
    ban: before?.ban ?? 0,
  })
  expect(JSON.stringify(await readMonths())).not.toMatch(new RegExp(`${author.username}|${desk.form.username}`))
})

/** Adds log entries with a date in `month`. */
const logEntries = (month: string, did: string, about: object, count: number) =>
  server.deps.database.rows(sql`
    insert into moderation_log (entry)
    select jsonb_build_object(
      'at', ${month} || '-28T10:00:00.000Z', 'did', ${did}::text, 'about', ${JSON.stringify(about)}::jsonb)
    from generate_series(1, ${count}::int)`)

it('GET /api/transparency returns counts per month for the newest twelve months with log entries', async () => {
  for (const month of Array.from({ length: 13 }, (_, i) => `20${40 + i}-02`))
    await logEntries(month, 'decided', { action: 'dismiss', automated: false }, 1)
  await logEntries('2052-02', 'decided', { action: 'take-down', automated: true }, 3)
  await logEntries('2052-02', 'judged', { outcome: 'overturned' }, 2)
  await logEntries('2052-02', 'judged', { outcome: 'upheld' }, 4)
  await logEntries('2052-02', 'appealed', {}, 5)
  await logEntries('2052-02', 'looked', {}, 6)
  const currentMonths = await readMonths()
  expect(currentMonths.map(({ month }) => month)).toEqual(Array.from({ length: 12 }, (_, i) => `20${52 - i}-02`))
  expect(currentMonths[0]?.counts).toMatchObject({
    dismiss: 1,
    'take-down': 3,
    automated: 3,
    overturned: 2,
    appealed: 5,
  })
  expect(Object.values(currentMonths[0]?.counts ?? {}).reduce((sum, count) => sum + count, 0)).toBe(14)
})

it('migration 0065 counts existing log entries per month', async () => {
  const migration = new URL('../../../../migrations/0065_moderation-months.sql', import.meta.url)
  const backfill = readFileSync(migration, 'utf8').split('--> statement-breakpoint').at(-1)
  const before = await readMonths()
  await server.deps.database.rows(sql`delete from moderation_months`)
  expect(await readMonths()).toEqual([])
  await server.deps.database.rows(sql.raw(backfill ?? ''))
  expect(await readMonths()).toEqual(before)
})
