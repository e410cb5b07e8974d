import type { NotificationPage } from '@pawtrait/contract/notifications.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, minute } from '#testing/clock.ts'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { aReport, decideAsModerator, undoAsModerator } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser } from '#testing/sign-in.ts'
import { aSudoUser } from '#testing/sudo-user.ts'
import { endSuspensions } from './end-suspensions.ts'

const server = serverForFile({ MAIL: 'dev' })

type Body = { code: string }
const readStatus = async (user: TestUser | null, path: string) => (await server.call(user, 'GET', path)).status
const untilIn = (days: number) => new Date(server.clock.now().getTime() + days * day).toISOString()

describe('account under moderation', () => {
  it('is hidden and signed out while suspended, and is restored when the suspension ends', async () => {
    const [desk, member, friend] = [await aModerator(server), await aSudoUser(server), await aUser(server)]
    await givenFollow(server, member.user, friend)
    const post = await aPost(server, member.user)
    const friendsPost = await aPost(server, friend)
    await server.call(member.user, 'PUT', `/api/posts/${friendsPost.id}/like`)
    const report = await aReport(server, 'user', member.user.id)
    const until = untilIn(7)
    const decided = await decideAsModerator(desk, report, { action: 'suspend', rule: 'harassment', until })
    expect(decided.status).toBe(201)
    await server.runJobs()
    expect(await readStatus(friend, `/api/posts/${post.id}`)).toBe(404)
    expect(await readStatus(friend, `/users/${member.user.id}`)).toBe(404)
    expect((await member.browser.call('GET', '/api/feed')).status).toBe(401)
    const readLikeCount = async () =>
      (await server.call<{ likeCount: number }>(friend, 'GET', `/api/posts/${friendsPost.id}`)).body.likeCount
    expect(await readLikeCount()).toBe(0)
    const credentials = { usernameOrEmail: member.form.username, zipcode: member.form.zipcode }
    const browser = aBrowser(server)
    const refused = await browser.call<Body & { decisionId: string }>('POST', '/users', credentials)
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'account-suspended',
        decisionId: decided.body.decision.id,
        suspendedUntil: until,
      },
    })
    expect(browser.jar.pt_sid).toBeUndefined()
    expect(await browser.call('POST', '/users', { ...credentials, zipcode: '99999' })).toMatchObject({
      status: 200,
      body: null,
    })
    // A sign-up with the e-mail address of a suspended user creates no second account.
    const other = { fullname: 'A', zipcode: '00100', email: member.form.email, username: 'somebody.else1' }
    await aBrowser(server).call('POST', '/users', other)
    const accounts = await server.deps.database.rows(sql`
      select 1 from users where lower(email) = ${member.form.email} and state <> 'pending'`)
    expect(accounts).toHaveLength(1)
    server.clock.advance(7 * day + minute)
    await endSuspensions(createContext(server.deps, systemCaller))
    await server.runJobs()
    expect(await readLikeCount()).toBe(1)
    expect(await readStatus(friend, `/api/posts/${post.id}`)).toBe(200)
  })

  it('gets 403 at sign-in during a ban, and returns to its earlier suspension when the ban is undone', async () => {
    const [desk, member] = [await aModerator(server), await aSudoUser(server)]
    const post = await aPost(server, member.user)
    const [ofPost, ofUser] = [await aReport(server, 'post', post.id), await aReport(server, 'user', member.user.id)]
    const suspended = await decideAsModerator(desk, ofPost, { action: 'suspend', until: untilIn(3) })
    const banned = await decideAsModerator(desk, ofUser, { action: 'ban' })
    const selectState = () =>
      server.deps.database.row(sql`select state, suspended_until as until from users where id = ${member.user.id}`)
    expect(await selectState()).toEqual({ state: 'suspended', until: null })
    const credentials = { usernameOrEmail: member.form.username, zipcode: member.form.zipcode }
    expect(await aBrowser(server).call('POST', '/users', credentials)).toMatchObject({
      status: 403,
      body: { detail: 'This account is banned.', decisionId: banned.body.decision.id, suspendedUntil: null },
    })
    await undoAsModerator(desk, banned.body.decision.id)
    expect(await selectState()).toMatchObject({ state: 'suspended', until: expect.stringContaining('20') })
    await undoAsModerator(desk, suspended.body.decision.id)
    expect(await selectState()).toEqual({ state: 'active', until: null })
  })

  it('appears in search and Explore only for its followers while the account is limited', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server, { username: 'limited.one' })]
    const [follower, stranger] = [await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const post = await aPost(server, author, { caption: 'limitedword #limitedtag' })
    const decided = await decideAsModerator(desk, await aReport(server, 'user', author.id), {
      action: 'limit',
      rule: 'spam',
    })
    const search = async (user: TestUser | null, query: string) =>
      (await server.call<{ hits: { id: string }[] }>(user, 'GET', `/api/search?${query}`)).body.hits.map(({ id }) => id)
    const listExplored = async (user: TestUser | null) =>
      (await server.call<PostPage>(user, 'GET', '/api/explore?limit=50')).body.posts.map(({ id }) => id)
    for (const user of [null, stranger]) {
      expect(await search(user, 'type=user&q=limited.one')).toEqual([])
      expect(await search(user, 'type=post&q=limitedword')).toEqual([])
      expect(await search(user, 'type=tag&q=limitedtag')).toEqual([])
      expect(await listExplored(user)).not.toContain(post.id)
    }
    expect(await search(follower, 'type=user&q=limited.one')).toEqual([author.id])
    expect(await search(follower, 'type=post&q=limitedword')).toEqual([post.id])
    expect(await readStatus(stranger, `/api/posts/${post.id}`)).toBe(200)
    await undoAsModerator(desk, decided.body.decision.id)
    expect(await search(stranger, 'type=post&q=limitedword')).toEqual([post.id])
    expect(await listExplored(stranger)).toContain(post.id)
  })

  it('notifies only its followers of its likes and mentions while the account is limited', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server, { username: 'limited.two' })]
    const [follower, stranger] = [await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const [theirs, others] = [await aPost(server, follower), await aPost(server, stranger)]
    await decideAsModerator(desk, await aReport(server, 'user', author.id), { action: 'limit', rule: 'spam' })
    for (const [post, recipient] of [
      [theirs, follower],
      [others, stranger],
    ] as const) {
      await server.call(author, 'PUT', `/api/posts/${post.id}/like`)
      await server.call(author, 'POST', `/api/posts/${post.id}/comments`, { text: `You there @${recipient.username}` })
    }
    await server.call(author, 'PUT', `/api/users/${stranger.id}/follow`)
    await server.runJobs()
    const listNotificationTypes = async (user: TestUser) =>
      (await server.call<NotificationPage>(user, 'GET', '/api/notifications')).body.notifications.map(
        ({ type }) => type,
      )
    expect((await listNotificationTypes(follower)).toSorted()).toEqual(['like', 'mention'])
    expect(await listNotificationTypes(stranger)).toEqual([])
    const countSuggestions = async (user: TestUser) =>
      (await server.call<{ hits: object[] }>(user, 'GET', '/api/mentions?q=@limited.two')).body.hits.length
    expect([await countSuggestions(follower), await countSuggestions(await aUser(server))]).toEqual([1, 0])
  })
})
