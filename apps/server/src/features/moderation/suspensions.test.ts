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
const statusOf = async (user: TestUser | null, path: string) => (await server.call(user, 'GET', path)).status
const untilIn = (days: number) => new Date(server.clock.now().getTime() + days * day).toISOString()

describe('account under moderation', () => {
  it('is hidden and signed out while suspended, and is restored when the suspension ends', async () => {
    const [desk, leaver, friend] = [await aModerator(server), await aSudoUser(server), await aUser(server)]
    await givenFollow(server, leaver.user, friend)
    const post = await aPost(server, leaver.user)
    const theirs = await aPost(server, friend)
    await server.call(leaver.user, 'PUT', `/api/posts/${theirs.id}/like`)
    const report = await aReport(server, 'user', leaver.user.id)
    const until = untilIn(7)
    const decided = await decideAsModerator(desk, report, { action: 'suspend', rule: 'harassment', until })
    expect(decided.status).toBe(201)
    await server.runJobs()
    expect(await statusOf(friend, `/api/posts/${post.id}`)).toBe(404)
    expect(await statusOf(friend, `/users/${leaver.user.id}`)).toBe(404)
    expect((await leaver.browser.call('GET', '/api/feed')).status).toBe(401)
    const likes = async () =>
      (await server.call<{ likeCount: number }>(friend, 'GET', `/api/posts/${theirs.id}`)).body.likeCount
    expect(await likes()).toBe(0)
    const again = { usernameOrEmail: leaver.form.username, zipcode: leaver.form.zipcode }
    const browser = aBrowser(server)
    const refused = await browser.call<Body & { decisionId: string }>('POST', '/users', again)
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'account-suspended',
        decisionId: decided.body.decision.id,
        suspendedUntil: until,
      },
    })
    expect(browser.jar.pt_sid).toBeUndefined()
    expect(await browser.call('POST', '/users', { ...again, zipcode: '99999' })).toMatchObject({
      status: 200,
      body: null,
    })
    // A sign-up with the e-mail address of a suspended user creates no second account.
    const other = { fullname: 'A', zipcode: '00100', email: leaver.form.email, username: 'somebody.else1' }
    await aBrowser(server).call('POST', '/users', other)
    const known = await server.deps.database.rows(sql`
      select 1 from users where lower(email) = ${leaver.form.email} and state <> 'pending'`)
    expect(known).toHaveLength(1)
    server.clock.advance(7 * day + minute)
    await endSuspensions(createContext(server.deps, systemCaller))
    await server.runJobs()
    expect(await likes()).toBe(1)
    expect(await statusOf(friend, `/api/posts/${post.id}`)).toBe(200)
  })

  it('gets 403 at sign-in during a ban, and returns to its earlier suspension when the ban is undone', async () => {
    const [desk, leaver] = [await aModerator(server), await aSudoUser(server)]
    const post = await aPost(server, leaver.user)
    const [ofPost, ofUser] = [await aReport(server, 'post', post.id), await aReport(server, 'user', leaver.user.id)]
    const suspended = await decideAsModerator(desk, ofPost, { action: 'suspend', until: untilIn(3) })
    const banned = await decideAsModerator(desk, ofUser, { action: 'ban' })
    const stateOf = () =>
      server.deps.database.row(sql`select state, suspended_until as until from users where id = ${leaver.user.id}`)
    expect(await stateOf()).toEqual({ state: 'suspended', until: null })
    const again = { usernameOrEmail: leaver.form.username, zipcode: leaver.form.zipcode }
    expect(await aBrowser(server).call('POST', '/users', again)).toMatchObject({
      status: 403,
      body: { detail: 'This account is banned.', decisionId: banned.body.decision.id, suspendedUntil: null },
    })
    await undoAsModerator(desk, banned.body.decision.id)
    expect(await stateOf()).toMatchObject({ state: 'suspended', until: expect.stringContaining('20') })
    await undoAsModerator(desk, suspended.body.decision.id)
    expect(await stateOf()).toEqual({ state: 'active', until: null })
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
    const found = async (user: TestUser | null, query: string) =>
      (await server.call<{ hits: { id: string }[] }>(user, 'GET', `/api/search?${query}`)).body.hits.map(({ id }) => id)
    const explored = async (user: TestUser | null) =>
      (await server.call<PostPage>(user, 'GET', '/api/explore?limit=50')).body.posts.map(({ id }) => id)
    for (const user of [null, stranger]) {
      expect(await found(user, 'type=user&q=limited.one')).toEqual([])
      expect(await found(user, 'type=post&q=limitedword')).toEqual([])
      expect(await found(user, 'type=tag&q=limitedtag')).toEqual([])
      expect(await explored(user)).not.toContain(post.id)
    }
    expect(await found(follower, 'type=user&q=limited.one')).toEqual([author.id])
    expect(await found(follower, 'type=post&q=limitedword')).toEqual([post.id])
    expect(await statusOf(stranger, `/api/posts/${post.id}`)).toBe(200)
    await undoAsModerator(desk, decided.body.decision.id)
    expect(await found(stranger, 'type=post&q=limitedword')).toEqual([post.id])
    expect(await explored(stranger)).toContain(post.id)
  })

  it('notifies only its followers of its likes and mentions while the account is limited', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server, { username: 'limited.two' })]
    const [follower, stranger] = [await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const [theirs, others] = [await aPost(server, follower), await aPost(server, stranger)]
    await decideAsModerator(desk, await aReport(server, 'user', author.id), { action: 'limit', rule: 'spam' })
    for (const [post, named] of [
      [theirs, follower],
      [others, stranger],
    ] as const) {
      await server.call(author, 'PUT', `/api/posts/${post.id}/like`)
      await server.call(author, 'POST', `/api/posts/${post.id}/comments`, { text: `You there @${named.username}` })
    }
    await server.call(author, 'PUT', `/api/users/${stranger.id}/follow`)
    await server.runJobs()
    const notificationsOf = async (user: TestUser) =>
      (await server.call<NotificationPage>(user, 'GET', '/api/notifications')).body.notifications.map(
        ({ type }) => type,
      )
    expect((await notificationsOf(follower)).toSorted()).toEqual(['like', 'mention'])
    expect(await notificationsOf(stranger)).toEqual([])
    const suggested = async (user: TestUser) =>
      (await server.call<{ hits: object[] }>(user, 'GET', '/api/mentions?q=@limited.two')).body.hits.length
    expect([await suggested(follower), await suggested(await aUser(server))]).toEqual([1, 0])
  })
})
