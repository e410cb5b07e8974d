import { describe, expect, it } from 'vitest'
import { aUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { aReport } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ MAIL: 'dev' })

type Desk = Awaited<ReturnType<typeof aModerator>>

describe('report in the moderation queue', () => {
  it('can be assigned and annotated by any moderator, and counts as "mine" for the assigned moderator', async () => {
    const [desk, other, author] = [await aModerator(server), await aModerator(server), await aUser(server)]
    const report = await aReport(server, 'user', author.id)
    const path = `/api/moderation/reports/${report}`
    const readSummary = async (by: Desk) =>
      (await by.browser.call<{ open: number; mine: number; role: string }>('GET', '/api/moderation/summary')).body
    const before = await readSummary(desk)
    expect(await desk.browser.call('PUT', `${path}/assignment`)).toMatchObject({
      body: { takenBy: desk.form.username },
    })
    expect((await readSummary(desk)).mine).toBe(before.mine + 1)
    const mine = await desk.browser.call<{ reports: { id: string }[] }>('GET', '/api/moderation/reports?mine=1')
    expect(mine.body.reports.map(({ id }) => id)).toEqual([report])
    expect(await other.browser.call('PUT', `${path}/assignment`)).toMatchObject({
      body: { takenBy: other.form.username },
    })
    expect(await other.browser.call('POST', `${path}/notes`, { text: 'Looks like spam.' })).toMatchObject({
      status: 201,
    })
    expect(await other.browser.call('POST', `${path}/notes`, { text: ' ' })).toMatchObject({ status: 400 })
    expect(await desk.browser.call('GET', path)).toMatchObject({
      body: { takenBy: other.form.username, notes: [{ by: other.form.username, text: 'Looks like spam.' }] },
    })
    expect(await other.browser.call('DELETE', `${path}/assignment`)).toMatchObject({ body: { takenBy: null } })
  })
})

it('GET /api/moderation/role returns "moderator" to a moderator, null to other users and 401 to visitors', async () => {
  const [desk, user] = [await aModerator(server), await aUser(server)]
  expect(await desk.browser.call('GET', '/api/moderation/role')).toMatchObject({ body: { role: 'moderator' } })
  expect(await server.call(user, 'GET', '/api/moderation/role')).toMatchObject({ status: 200, body: { role: null } })
  expect(await server.call(null, 'GET', '/api/moderation/role')).toMatchObject({ status: 401 })
})
