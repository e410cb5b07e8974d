import type { FollowListPage, FollowRequestPage, FollowState, SentRequestPage } from '@pawtrait/contract/follows.ts'
import type { Post, PostPage } from '@pawtrait/contract/posts.ts'
import type { Privacy, Profile } from '@pawtrait/contract/profiles.ts'
import type { PublicUser } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { countLockWaits, openSecondConnection } from '#testing/database/database.ts'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { markFollowRequestDeclined } from './queries.ts'

const server = serverForFile()

const follow = (user: TestUser, other: TestUser) =>
  server.call<FollowState>(user, 'PUT', `/api/users/${other.id}/follow`)
const unfollow = (user: TestUser, other: TestUser) =>
  server.call<FollowState>(user, 'DELETE', `/api/users/${other.id}/follow`)
const acceptRequest = (user: TestUser | null, other: { id: string }) =>
  server.call(user, 'PUT', `/api/follow-requests/${other.id}`)
const declineRequest = (user: TestUser, other: { id: string }) =>
  server.call(user, 'DELETE', `/api/follow-requests/${other.id}`)
const listRequests = async (user: TestUser) =>
  (await server.call<FollowRequestPage>(user, 'GET', '/api/follow-requests')).body
const readProfile = async (user: TestUser | null, other: TestUser) =>
  (await server.call<Profile>(user, 'GET', `/api/users/by-username/${other.username}`)).body
const readPostIds = async (user: TestUser | null, other: TestUser) =>
  (await server.call<PostPage>(user, 'GET', `/api/users/${other.id}/posts`)).body.posts.map(({ id }) => id)

async function setPrivate(user: TestUser, isPrivate: boolean) {
  const response = await server.call<Privacy>(user, 'PUT', '/api/profile/privacy', { isPrivate })
  expect(response).toMatchObject({ status: 200, body: { isPrivate } })
  await server.runJobs()
}

async function aPrivateUser() {
  const owner = await aUser(server)
  await setPrivate(owner, true)
  return owner
}

describe('private account', () => {
  it('turns a follow into a request, and shows its posts to the requester once the request is accepted', async () => {
    const [owner, fan] = [await aPrivateUser(), await aUser(server)]
    const post = await aPost(server, owner)
    expect((await follow(fan, owner)).body).toEqual({ followedByMe: false, requestedByMe: true, followerCount: 0 })
    expect((await follow(fan, owner)).body).toEqual({ followedByMe: false, requestedByMe: true, followerCount: 0 })
    expect(await readPostIds(fan, owner)).toEqual([])
    expect((await server.call(fan, 'GET', `/api/posts/${post.id}`)).status).toBe(404)
    expect(await readProfile(fan, owner)).toMatchObject({ isPrivate: true, isOpen: false, requestedByMe: true })
    expect(await listRequests(owner)).toMatchObject({ waiting: 1, requests: [{ id: fan.id, username: fan.username }] })

    expect(await acceptRequest(owner, fan)).toMatchObject({ status: 204 })
    expect(await readPostIds(fan, owner)).toEqual([post.id])
    expect(await readProfile(fan, owner)).toMatchObject({
      isOpen: true,
      requestedByMe: false,
      followedByMe: true,
      counts: { followers: 1 },
    })
    expect(await listRequests(owner)).toMatchObject({ waiting: 0, requests: [] })
    expect(await acceptRequest(owner, fan)).toMatchObject({ status: 404 })
  })

  it('stays in the requester’s list of sent requests after a decline, until the request is withdrawn', async () => {
    const [owner, other, fan] = [await aPrivateUser(), await aPrivateUser(), await aUser(server)]
    const listSentRequestIds = async () =>
      (await server.call<SentRequestPage>(fan, 'GET', '/api/follow-requests/asked')).body.users.map(({ id }) => id)
    await follow(fan, owner)
    await follow(fan, other)
    expect(await listSentRequestIds()).toEqual([other.id, owner.id])
    await declineRequest(owner, fan)
    expect(await listSentRequestIds()).toEqual([other.id, owner.id])
    await unfollow(fan, owner)
    expect(await listSentRequestIds()).toEqual([other.id])
    await acceptRequest(other, fan)
    expect(await listSentRequestIds()).toEqual([])
  })

  it('hides its lists of followers and followed users from users who do not follow it', async () => {
    const [owner, fan, stranger] = [await aPrivateUser(), await aUser(server), await aUser(server)]
    await givenFollow(server, owner, fan)
    await givenFollow(server, fan, owner)
    const countListedUsers = async (user: TestUser | null, list: string) =>
      (await server.call<FollowListPage>(user, 'GET', `/api/users/${owner.id}/${list}`)).body.users.length
    for (const user of [stranger, null]) {
      expect(await countListedUsers(user, 'followers')).toBe(0)
      expect(await countListedUsers(user, 'following')).toBe(0)
      expect((await server.call<PublicUser>(user, 'GET', `/users/${owner.id}`)).body.following).toEqual([])
    }
    for (const user of [fan, owner]) expect(await countListedUsers(user, 'followers')).toBe(1)
  })

  it('appears as "Requested" to a declined requester, and can receive a new request after 30 days', async () => {
    const [owner, fan] = [await aPrivateUser(), await aUser(server)]
    await follow(fan, owner)
    expect(await declineRequest(owner, fan)).toMatchObject({ status: 204 })
    expect(await readProfile(fan, owner)).toMatchObject({ requestedByMe: true })
    expect(await listRequests(owner)).toMatchObject({ waiting: 0 })
    await unfollow(fan, owner)
    expect(await readProfile(fan, owner)).toMatchObject({ requestedByMe: false })
    expect((await follow(fan, owner)).body).toMatchObject({ requestedByMe: true })
    expect(await listRequests(owner)).toMatchObject({ waiting: 0 })

    // Changes the stored date instead of the clock: the sessions would end if the clock advanced by 31 days.
    await server.deps.database.rows(sql`
      update follow_requests set declined_at = declined_at - interval '31 days' where follower_id = ${fan.id}`)
    await server.deps.jobs.send(server.deps.database, 'forget-declined-requests', {})
    await server.runJobs()
    expect(await readProfile(fan, owner)).toMatchObject({ requestedByMe: false })
    await follow(fan, owner)
    expect(await listRequests(owner)).toMatchObject({ waiting: 1 })
  })

  it('cannot accept or decline a withdrawn request', async () => {
    const [owner, fan] = [await aPrivateUser(), await aUser(server)]
    await follow(fan, owner)
    expect((await unfollow(fan, owner)).body).toEqual({ followedByMe: false, requestedByMe: false, followerCount: 0 })
    expect(await acceptRequest(owner, fan)).toMatchObject({ status: 404 })
    expect(await declineRequest(owner, fan)).toMatchObject({ status: 404 })
  })

  it('does not appear as "Requested" if a request is declined while its sender withdraws it', async () => {
    const [owner, fan] = [await aPrivateUser(), await aUser(server)]
    await follow(fan, owner)
    const other = await openSecondConnection(server.deps.database, 'app')
    const { withdrawal } = await other.transaction(async (db) => {
      await markFollowRequestDeclined(db, fan.id, owner.id, server.clock.now())
      const withdrawal = unfollow(fan, owner)
      await expect.poll(() => countLockWaits(server)).toBe(1)
      return { withdrawal }
    })
    expect((await withdrawal).body).toMatchObject({ requestedByMe: false })
    await other.close()
    expect(await readProfile(fan, owner)).toMatchObject({ requestedByMe: false })
    await follow(fan, owner)
    expect(await listRequests(owner)).toMatchObject({ waiting: 0 })
  })

  it('accepts pending requests when it becomes public, but not declined ones', async () => {
    const [owner, fan, other] = [await aPrivateUser(), await aUser(server), await aUser(server)]
    await follow(fan, owner)
    await follow(other, owner)
    await declineRequest(owner, other)
    await setPrivate(owner, false)
    expect(await readProfile(fan, owner)).toMatchObject({
      followedByMe: true,
      isPrivate: false,
      counts: { followers: 1 },
    })
    expect(await readProfile(other, owner)).toMatchObject({ followedByMe: false })
  })

  it('accepts no requests if it becomes private again before the acceptance job runs', async () => {
    const [owner, fan] = [await aPrivateUser(), await aUser(server)]
    await follow(fan, owner)
    for (const isPrivate of [false, true]) await server.call(owner, 'PUT', '/api/profile/privacy', { isPrivate })
    await server.runJobs()
    expect(await readProfile(fan, owner)).toMatchObject({ followedByMe: false, requestedByMe: true, isOpen: false })
  })

  it('can remove a follower, and then hides its posts from that user', async () => {
    const [owner, fan] = [await aPrivateUser(), await aUser(server)]
    await givenFollow(server, fan, owner)
    const post = await aPost(server, owner)
    expect(await server.call(owner, 'DELETE', `/api/followers/${fan.id}`)).toMatchObject({ status: 204 })
    expect((await server.call(fan, 'GET', `/api/posts/${post.id}`)).status).toBe(404)
    expect(await readProfile(fan, owner)).toMatchObject({ followedByMe: false, counts: { followers: 0 } })
  })

  it('has signed photo URLs while it is private', async () => {
    const owner = await aUser(server)
    const [openPost, closedPost] = [await aPost(server, owner), await aPost(server, owner, { audience: 'followers' })]
    const isPublicPhoto = async (post: { id: string }) => {
      const shownPost = (await server.call<Post>(owner, 'GET', `/api/posts/${post.id}`)).body
      const row = await server.deps.database.row<{ isPublic: boolean }>(sql`
        select is_public as "isPublic" from photos where id = ${shownPost.photos[0]?.id}`)
      expect(shownPost.photos[0]?.src.includes('key=')).toBe(!row?.isPublic)
      return row?.isPublic
    }
    expect([await isPublicPhoto(openPost), await isPublicPhoto(closedPost)]).toEqual([true, false])
    await setPrivate(owner, true)
    expect([await isPublicPhoto(openPost), await isPublicPhoto(closedPost)]).toEqual([false, false])
    const laterPost = await aPost(server, owner)
    expect(await isPublicPhoto(laterPost)).toBe(false)
    await setPrivate(owner, false)
    expect([await isPublicPhoto(openPost), await isPublicPhoto(closedPost), await isPublicPhoto(laterPost)]).toEqual([
      true,
      false,
      true,
    ])
    // The job must be retried while the database or the disk is unavailable.
    const queue = await server.deps.database.row(sql`select retry_limit from jobs.queue where name = 'settle-privacy'`)
    expect(queue).toEqual({ retry_limit: 10_000 })
  })

  it('lists received requests for its owner, and sent requests for a requester, in pages', async () => {
    const owner = await aPrivateUser()
    const fans = [await aUser(server), await aUser(server), await aUser(server), await aUser(server)]
    const owners = [owner, await aPrivateUser(), await aPrivateUser(), await aPrivateUser()]
    for (const fan of fans) await follow(fan, owner)
    for (const other of owners.slice(1)) await follow(fans[0] as TestUser, other)
    type ListPage = { cursor: string | null; users?: { id: string }[]; requests?: { id: string }[] }
    const readPages = async (user: TestUser, path: string) => {
      const ids: string[][] = []
      for (let cursor: string | null = ''; cursor !== null && ids.length < 9; ) {
        const url: string = `${path}?limit=2${cursor && `&cursor=${cursor}`}`
        const { body } = await server.call<ListPage>(user, 'GET', url)
        ids.push((body.users ?? body.requests ?? []).map(({ id }) => id))
        cursor = body.cursor
      }
      return ids
    }
    const toIdPages = ([a, b, c, d]: TestUser[]) => [
      [d?.id, c?.id],
      [b?.id, a?.id],
    ]
    expect(await readPages(owner, '/api/follow-requests')).toEqual(toIdPages(fans))
    expect(await readPages(fans[0] as TestUser, '/api/follow-requests/asked')).toEqual(toIdPages(owners))
  })

  it('has the correct follower count after a request is accepted, declined and withdrawn simultaneously', async () => {
    for (let round = 0; round < 6; round++) {
      const [owner, fan] = [await aPrivateUser(), await aUser(server)]
      await follow(fan, owner)
      await Promise.all([
        acceptRequest(owner, fan),
        declineRequest(owner, fan),
        acceptRequest(owner, fan),
        unfollow(fan, owner),
      ])
      const [row] = await server.deps.database.rows<{ rows: number; count: number }>(sql`
        select (select count(*)::int from follows where followee_id = ${owner.id}) as rows, follower_count as count
        from users where id = ${owner.id}`)
      expect(row?.count).toBe(row?.rows)
    }
  })
})

it('/api/profile/privacy and /api/follow-requests return 401 to visitors and 400 for bad input', async () => {
  const owner = await aUser(server)
  expect(await acceptRequest(null, owner)).toMatchObject({ status: 401 })
  expect(await server.call(null, 'PUT', '/api/profile/privacy', { isPrivate: true })).toMatchObject({ status: 401 })
  expect(await server.call(owner, 'PUT', '/api/profile/privacy', { isPrivate: 'yes' })).toMatchObject({ status: 400 })
  expect(await server.call(owner, 'GET', '/api/follow-requests?cursor=x')).toMatchObject({ status: 400 })
})
