import type { StatementOfReasons } from '@pawtrait/contract/moderation/decisions.ts'
import { describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { aReport, decideAsModerator } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser } from '#testing/sign-in.ts'
import { aSudoUser } from '#testing/sudo-user.ts'

const server = serverForFile({ MAIL: 'dev' })

type Desk = Awaited<ReturnType<typeof aModerator>>
type Body = { code: string }
const readStatus = async (user: TestUser | null, path: string) => (await server.call(user, 'GET', path)).status
const letters = (email: string) => server.mailbox.messages.filter(({ to }) => to === email)

describe('statement of a decision', () => {
  it('is readable only by the author and can be appealed once; another moderator judges the appeal', async () => {
    const [desk, other] = [await aModerator(server), await aModerator(server)]
    const [author, stranger] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author, { caption: 'a gate' })
    const decided = await decideAsModerator(desk, await aReport(server, 'post', post.id), {
      action: 'take-down',
      note: 'A gate.',
    })
    const path = `/api/decisions/${decided.body.decision.id}`
    const read = (user: TestUser | null) => server.call<StatementOfReasons>(user, 'GET', path)
    expect([(await read(null)).status, (await read(stranger)).status]).toEqual([401, 404])
    const { body } = await read(author)
    expect(body).toMatchObject({
      action: 'take-down',
      note: 'A gate.',
      excerpt: 'a gate',
      automated: false,
      appeal: null,
    })
    expect(JSON.stringify(body)).not.toContain(desk.form.username)
    const appeal = (user: TestUser | null, text = 'It is a public gate.') =>
      server.call<Body & StatementOfReasons>(user, 'POST', `${path}/appeal`, { text })
    expect((await appeal(author, '  ')).status).toBe(400)
    expect([(await appeal(null)).status, (await appeal(stranger)).status]).toEqual([401, 404])
    const responses = await Promise.all([appeal(author), appeal(author)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const judge = (by: Desk, outcome = 'overturned') =>
      by.browser.call<Body>('POST', `/api/moderation/decisions/${decided.body.decision.id}/judgement`, { outcome })
    const appeals = await desk.browser.call<{ appeals: { mine: boolean; decision: { id: string } }[] }>(
      'GET',
      '/api/moderation/appeals',
    )
    expect(appeals.body.appeals.find(({ decision }) => decision.id === decided.body.decision.id)).toMatchObject({
      mine: true,
    })
    expect(await judge(desk)).toMatchObject({ status: 403 })
    expect(await judge(other)).toMatchObject({ status: 200 })
    expect(await judge(other)).toMatchObject({ status: 409 })
    expect(await readStatus(stranger, `/api/posts/${post.id}`)).toBe(200)
    expect((await read(author)).body).toMatchObject({ appeal: { outcome: 'overturned' }, appealUntil: null })
    await server.runJobs()
    expect(letters(author.email).filter(({ text }) => text.includes('you were right'))).toHaveLength(1)
  })

  it('is readable by a banned user for 30 minutes after entering the zip code in the same browser', async () => {
    const [desk, banned] = [await aModerator(server), await aSudoUser(server)]
    const decided = await decideAsModerator(desk, await aReport(server, 'user', banned.user.id), { action: 'ban' })
    const path = `/api/decisions/${decided.body.decision.id}`
    const browser = aBrowser(server)
    expect((await browser.call('GET', path)).status).toBe(401)
    await browser.call('POST', '/users', { usernameOrEmail: banned.form.username, zipcode: banned.form.zipcode })
    expect((await browser.call('GET', path)).status).toBe(200)
    const otherBrowser = aBrowser(server)
    otherBrowser.jar.pt_stmt = (browser.jar.pt_stmt ?? '').replace(banned.user.id, (await aUser(server)).id)
    expect((await otherBrowser.call('GET', path)).status).toBe(401)
    expect((await browser.call('POST', `${path}/appeal`, { text: 'It was not me.' })).status).toBe(200)
    server.clock.advance(31 * minute)
    expect((await browser.call('GET', path)).status).toBe(401)
  })
})
