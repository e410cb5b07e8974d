import type { NotificationPage } from '@pawtrait/contract/notifications.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { contextOf, system } from '#platform/context.ts'
import { day, minute } from '#testing/clock.ts'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/given.ts'
import { aLeaver } from '#testing/leaver.ts'
import { aModerator } from '#testing/moderators.ts'
import { aReport, decide, undo } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser } from '#testing/sign-in.ts'
import { endSuspensions } from './end-suspensions.ts'

const server = serverForFile({ MAIL: 'dev' })

type Body = { code: string }
const statusOf = async (who: TestUser | null, path: string) => (await server.call(who, 'GET', path)).status
const untilIn = (days: number) => new Date(server.clock.now().getTime() + days * day).toISOString()

describe('an account', () => {
  it('is suspended: seen by nobody, in no number, logged in nowhere; and is back when its time is over', async () => {
    const [desk, one, friend] = [await aModerator(server), await aLeaver(server), await aUser(server)]
    await givenFollow(server, one.user, friend)
    const post = await aPost(server, one.user)
    const theirs = await aPost(server, friend)
    await server.call(one.user, 'PUT', `/api/posts/${theirs.id}/like`)
    const report = await aReport(server, 'user', one.user.id)
    const until = untilIn(7)
    const made = await decide(desk, report, { action: 'suspend', rule: 'harassment', until })
    expect(made.status).toBe(201)
    await server.runJobs()
    expect(await statusOf(friend, `/api/posts/${post.id}`)).toBe(404)
    expect(await statusOf(friend, `/users/${one.user.id}`)).toBe(404)
    expect((await one.browser.call('GET', '/api/feed')).status).toBe(401)
    const likes = async () =>
      (await server.call<{ likeCount: number }>(friend, 'GET', `/api/posts/${theirs.id}`)).body.likeCount
    expect(await likes()).toBe(0)
    const again = { usernameOrEmail: one.form.username, zipcode: one.form.zipcode }
    const browser = aBrowser(server)
    const refused = await browser.call<Body & { decisionId: string }>('POST', '/users', again)
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'account-suspended',
        decisionId: made.body.decision.id,
        suspendedUntil: until,
      },
    })
    expect(browser.jar.pt_sid).toBeUndefined()
    expect(await browser.call('POST', '/users', { ...again, zipcode: '99999' })).toMatchObject({
      status: 200,
      body: null,
    })
    // Nobody signs up with their address, nor with their name.
    const other = { fullname: 'A', zipcode: '00100', email: one.form.email, username: 'somebody.else1' }
    await aBrowser(server).call('POST', '/users', other)
    const known = await server.deps.database.rows(sql`
      select 1 from users where lower(email) = ${one.form.email} and state <> 'pending'`)
    expect(known).toHaveLength(1)
    server.clock.advance(7 * day + minute)
    await endSuspensions(contextOf(server.deps, system))
    await server.runJobs()
    expect(await likes()).toBe(1)
    expect(await statusOf(friend, `/api/posts/${post.id}`)).toBe(200)
  })

  it('is banned for good; undone, whatever else was decided still stands', async () => {
    const [desk, one] = [await aModerator(server), await aLeaver(server)]
    const post = await aPost(server, one.user)
    const [ofPost, ofUser] = [await aReport(server, 'post', post.id), await aReport(server, 'user', one.user.id)]
    const suspended = await decide(desk, ofPost, { action: 'suspend', until: untilIn(3) })
    const banned = await decide(desk, ofUser, { action: 'ban' })
    const stands = () =>
      server.deps.database.row(sql`select state, suspended_until as until from users where id = ${one.user.id}`)
    expect(await stands()).toEqual({ state: 'suspended', until: null })
    const again = { usernameOrEmail: one.form.username, zipcode: one.form.zipcode }
    expect(await aBrowser(server).call('POST', '/users', again)).toMatchObject({
      status: 403,
      body: { detail: 'This account is banned.', decisionId: banned.body.decision.id, suspendedUntil: null },
    })
    await undo(desk, banned.body.decision.id)
    expect(await stands()).toMatchObject({ state: 'suspended', until: expect.stringContaining('20') })
    await undo(desk, suspended.body.decision.id)
    expect(await stands()).toEqual({ state: 'active', until: null })
  })

  it('is limited: who follows them sees all, others find nothing', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server, { username: 'limited.one' })]
    const [follower, stranger] = [await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const post = await aPost(server, author, { caption: 'limitedword #limitedtag' })
    const made = await decide(desk, await aReport(server, 'user', author.id), { action: 'limit', rule: 'spam' })
    const found = async (who: TestUser | null, query: string) =>
      (await server.call<{ hits: { id: string }[] }>(who, 'GET', `/api/search?${query}`)).body.hits.map(({ id }) => id)
    const explored = async (who: TestUser | null) =>
      (await server.call<PostPage>(who, 'GET', '/api/explore?limit=50')).body.posts.map(({ id }) => id)
    for (const who of [null, stranger]) {
      expect(await found(who, 'type=user&q=limited.one')).toEqual([])
      expect(await found(who, 'type=post&q=limitedword')).toEqual([])
      expect(await found(who, 'type=tag&q=limitedtag')).toEqual([])
      expect(await explored(who)).not.toContain(post.id)
    }
    expect(await found(follower, 'type=user&q=limited.one')).toEqual([author.id])
    expect(await found(follower, 'type=post&q=limitedword')).toEqual([post.id])
    expect(await statusOf(stranger, `/api/posts/${post.id}`)).toBe(200)
    await undo(desk, made.body.decision.id)
    expect(await found(stranger, 'type=post&q=limitedword')).toEqual([post.id])
    expect(await explored(stranger)).toContain(post.id)
  })

  it('is limited: they name, answer and invite whom they like, and nobody is told but who follows them', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server, { username: 'limited.two' })]
    const [follower, stranger] = [await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const [theirs, others] = [await aPost(server, follower), await aPost(server, stranger)]
    await decide(desk, await aReport(server, 'user', author.id), { action: 'limit', rule: 'spam' })
    for (const [post, named] of [
      [theirs, follower],
      [others, stranger],
    ] as const) {
      await server.call(author, 'PUT', `/api/posts/${post.id}/like`)
      await server.call(author, 'POST', `/api/posts/${post.id}/comments`, { text: `You there @${named.username}` })
    }
    await server.call(author, 'PUT', `/api/users/${stranger.id}/follow`)
    await server.runJobs()
    const told = async (who: TestUser) =>
      (await server.call<NotificationPage>(who, 'GET', '/api/notifications')).body.notifications.map(({ type }) => type)
    expect((await told(follower)).toSorted()).toEqual(['like', 'mention'])
    expect(await told(stranger)).toEqual([])
    const suggested = async (who: TestUser) =>
      (await server.call<{ hits: object[] }>(who, 'GET', '/api/mentions?q=@limited.two')).body.hits.length
    expect([await suggested(follower), await suggested(await aUser(server))]).toEqual([1, 0])
  })
})
