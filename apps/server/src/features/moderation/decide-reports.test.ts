import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { aReport, decideAsModerator, undoAsModerator } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ MAIL: 'dev' })

type BulkResponse = { decided: { report: string; decision: string }[]; refused: object[] }
const letters = (email: string) => server.mailbox.messages.filter(({ to }) => to === email)
const selectCounts = (user: TestUser) =>
  server.deps.database.row<{ posts: number }>(sql`select post_count as posts from users where id = ${user.id}`)

describe('POST /api/moderation/decisions', () => {
  it('takes down 19 of 20 reported posts, and returns "conflict" for the report already decided', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const posts = await Promise.all(Array.from({ length: 20 }, () => aPost(server, author)))
    const reports = []
    for (const { id } of posts) reports.push(await aReport(server, 'post', id))
    const [first] = reports
    if (first) await decideAsModerator(desk, first, { action: 'dismiss' })
    const response = await desk.browser.call<BulkResponse>('POST', '/api/moderation/decisions', {
      reports,
      action: 'take-down',
      rule: 'spam',
    })
    expect(response.body.decided).toHaveLength(19)
    expect(response.body.refused).toEqual([{ report: first, code: 'conflict' }])
    expect(await selectCounts(author)).toEqual({ posts: 1 })
  })

  it('warns each author once for several reports, and reopens the reports when the warning is undone', async () => {
    const [desk, author, other] = [await aModerator(server), await aUser(server), await aUser(server)]
    const reports = []
    for (const by of [author, author, other]) reports.push(await aReport(server, 'post', (await aPost(server, by)).id))
    const bulkDecision = { reports, action: 'warn', rule: 'spam' }
    const { body } = await desk.browser.call<BulkResponse>('POST', '/api/moderation/decisions', bulkDecision)
    expect(body.decided.map(({ report }) => report).toSorted()).toEqual(reports.toSorted())
    expect(new Set(body.decided.map(({ decision }) => decision)).size).toBe(2)
    await server.runJobs()
    expect(letters(author.email).filter(({ text }) => text.includes('warning'))).toHaveLength(1)
    const [first, second] = reports
    for (const report of [first, second])
      expect(await desk.browser.call('GET', `/api/moderation/reports/${report}`)).toMatchObject({
        body: { state: 'upheld', decisions: [{ action: 'warn' }] },
      })
    await undoAsModerator(desk, body.decided.find(({ report }) => report === second)?.decision ?? '')
    expect(await desk.browser.call('GET', `/api/moderation/reports/${second}`)).toMatchObject({
      body: { state: 'open' },
    })
  })

  it('warns the author for the open reports, and returns "conflict" for a report already decided', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const reports = []
    for (let n = 0; n < 3; n++) reports.push(await aReport(server, 'post', (await aPost(server, author)).id))
    const [first, ...others] = reports
    if (first) await decideAsModerator(desk, first, { action: 'dismiss' })
    const bulkDecision = { reports, action: 'warn', rule: 'spam' }
    const { body } = await desk.browser.call<BulkResponse>('POST', '/api/moderation/decisions', bulkDecision)
    expect(body.refused).toEqual([{ report: first, code: 'conflict' }])
    expect(body.decided.map(({ report }) => report)).toEqual(others)
  })
})
