import type { TransparencyMonth } from '@pawtrait/contract/transparency.ts'
import { expect, it } from 'vitest'
import { aPost, aUser } from '#testing/given.ts'
import { aModerator } from '#testing/moderators.ts'
import { aReport, decide, undo } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const months = async () =>
  (await server.call<{ months: TransparencyMonth[] }>(null, 'GET', '/api/transparency')).body.months

it('tells anybody what was done this month, by the log, and names nobody', async () => {
  const [desk, author] = [await aModerator(server), await aUser(server)]
  const post = await aPost(server, author)
  const before = (await months())[0]?.counts
  const report = await aReport(server, 'post', post.id)
  const made = await decide(desk, report, { action: 'take-down' })
  await undo(desk, made.body.decision.id)
  await decide(desk, report, { action: 'warn' })
  const [now] = await months()
  expect(now?.month).toBe(server.clock.now().toISOString().slice(0, 7))
  expect(now?.counts).toMatchObject({
    'take-down': (before?.['take-down'] ?? 0) + 1,
    warn: (before?.warn ?? 0) + 1,
    undone: (before?.undone ?? 0) + 1,
    automated: before?.automated ?? 0,
    ban: before?.ban ?? 0,
  })
  expect(JSON.stringify(await months())).not.toMatch(new RegExp(`${author.username}|${desk.form.username}`))
})
