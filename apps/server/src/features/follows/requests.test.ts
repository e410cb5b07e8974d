import type { AskedPage, FollowRequestPage, FollowState, PersonPage } from '@pawtrait/contract/follows.ts'
import type { Post, PostPage } from '@pawtrait/contract/posts.ts'
import type { Privacy, Profile } from '@pawtrait/contract/profiles.ts'
import type { PublicUser } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const follow = (who: TestUser, whom: TestUser) => server.call<FollowState>(who, 'PUT', `/api/users/${whom.id}/follow`)
const unfollow = (who: TestUser, whom: TestUser) =>
  server.call<FollowState>(who, 'DELETE', `/api/users/${whom.id}/follow`)
const accept = (who: TestUser | null, whom: { id: string }) =>
  server.call(who, 'PUT', `/api/follow-requests/${whom.id}`)
const decline = (who: TestUser, whom: { id: string }) => server.call(who, 'DELETE', `/api/follow-requests/${whom.id}`)
const requests = async (who: TestUser) =>
  (await server.call<FollowRequestPage>(who, 'GET', '/api/follow-requests')).body
const profile = async (who: TestUser | null, whom: TestUser) =>
  (await server.call<Profile>(who, 'GET', `/api/users/by-username/${whom.username}`)).body
const posts = async (who: TestUser | null, whom: TestUser) =>
  (await server.call<PostPage>(who, 'GET', `/api/users/${whom.id}/posts`)).body.posts.map(({ id }) => id)

async function setPrivate(who: TestUser, isPrivate: boolean) {
  const set = await server.call<Privacy>(who, 'PUT', '/api/profile/privacy', { isPrivate })
  expect(set).toMatchObject({ status: 200, body: { isPrivate } })
  await server.runJobs()
}

async function aPrivateUser() {
  const owner = await aUser(server)
  await setPrivate(owner, true)
  return owner
}

describe('a private account', () => {
  it('is asked first; accepted, one sees what followers see', async () => {
    const [owner, fan] = [await aPrivateUser(), await aUser(server)]
    const post = await aPost(server, owner)
    expect((await follow(fan, owner)).body).toEqual({ followedByMe: false, requestedByMe: true, followerCount: 0 })
    expect((await follow(fan, owner)).body).toEqual({ followedByMe: false, requestedByMe: true, followerCount: 0 })
    expect(await posts(fan, owner)).toEqual([])
    expect((await server.call(fan, 'GET', `/api/posts/${post.id}`)).status).toBe(404)
    expect(await profile(fan, owner)).toMatchObject({ isPrivate: true, isOpen: false, requestedByMe: true })
    expect(await requests(owner)).toMatchObject({ waiting: 1, requests: [{ id: fan.id, username: fan.username }] })

    expect(await accept(owner, fan)).toMatchObject({ status: 204 })
    expect(await posts(fan, owner)).toEqual([post.id])
    expect(await profile(fan, owner)).toMatchObject({
      isOpen: true,
      requestedByMe: false,
      followedByMe: true,
      counts: { followers: 1 },
    })
    expect(await requests(owner)).toMatchObject({ waiting: 0, requests: [] })
    expect(await accept(owner, fan)).toMatchObject({ status: 404 })
  })

  it('is listed among those one has asked, also when it declined, until one takes it back', async () => {
    const [owner, other, fan] = [await aPrivateUser(), await aPrivateUser(), await aUser(server)]
    const asked = async () =>
      (await server.call<AskedPage>(fan, 'GET', '/api/follow-requests/asked')).body.users.map(({ id }) => id)
    await follow(fan, owner)
    await follow(fan, other)
    expect(await asked()).toEqual([other.id, owner.id])
    await decline(owner, fan)
    expect(await asked()).toEqual([other.id, owner.id])
    await unfollow(fan, owner)
    expect(await asked()).toEqual([other.id])
    await accept(other, fan)
    expect(await asked()).toEqual([])
  })

  it('shows strangers neither whom it follows nor who follows it', async () => {
    const [owner, fan, stranger] = [await aPrivateUser(), await aUser(server), await aUser(server)]
    await givenFollow(server, owner, fan)
    await givenFollow(server, fan, owner)
    const people = async (who: TestUser | null, list: string) =>
      (await server.call<PersonPage>(who, 'GET', `/api/users/${owner.id}/${list}`)).body.users.length
    for (const who of [stranger, null]) {
      expect(await people(who, 'followers')).toBe(0)
      expect(await people(who, 'following')).toBe(0)
      expect((await server.call<PublicUser>(who, 'GET', `/users/${owner.id}`)).body.following).toEqual([])
    }
    for (const who of [fan, owner]) expect(await people(who, 'followers')).toBe(1)
  })

  it('declines silently: they go on seeing "Requested", and can ask again after 30 days', async () => {
    const [owner, fan] = [await aPrivateUser(), await aUser(server)]
    await follow(fan, owner)
    expect(await decline(owner, fan)).toMatchObject({ status: 204 })
    expect(await profile(fan, owner)).toMatchObject({ requestedByMe: true })
    expect(await requests(owner)).toMatchObject({ waiting: 0 })
    await unfollow(fan, owner)
    expect(await profile(fan, owner)).toMatchObject({ requestedByMe: false })
    expect((await follow(fan, owner)).body).toMatchObject({ requestedByMe: true })
    expect(await requests(owner)).toMatchObject({ waiting: 0 })

    // Their sessions would end before such a month does.
    await server.deps.database.rows(sql`
      update follow_requests set declined_at = declined_at - interval '31 days' where follower_id = ${fan.id}`)
    await server.deps.jobs.send(server.deps.database, 'forget-declined-requests', {})
    await server.runJobs()
    expect(await profile(fan, owner)).toMatchObject({ requestedByMe: false })
    await follow(fan, owner)
    expect(await requests(owner)).toMatchObject({ waiting: 1 })
  })

  it('can be asked no more once the asking was taken back', async () => {
    const [owner, fan] = [await aPrivateUser(), await aUser(server)]
    await follow(fan, owner)
    expect((await unfollow(fan, owner)).body).toEqual({ followedByMe: false, requestedByMe: false, followerCount: 0 })
    expect(await accept(owner, fan)).toMatchObject({ status: 404 })
    expect(await decline(owner, fan)).toMatchObject({ status: 404 })
  })

  it('lets everybody in who waits when it becomes public', async () => {
    const [owner, fan, other] = [await aPrivateUser(), await aUser(server), await aUser(server)]
    await follow(fan, owner)
    await follow(other, owner)
    await decline(owner, other)
    await setPrivate(owner, false)
    expect(await profile(fan, owner)).toMatchObject({ followedByMe: true, isPrivate: false, counts: { followers: 1 } })
    expect(await profile(other, owner)).toMatchObject({ followedByMe: false })
  })

  it('that is private again before anybody was let in lets nobody in', async () => {
    const [owner, fan] = [await aPrivateUser(), await aUser(server)]
    await follow(fan, owner)
    for (const isPrivate of [false, true]) await server.call(owner, 'PUT', '/api/profile/privacy', { isPrivate })
    await server.runJobs()
    expect(await profile(fan, owner)).toMatchObject({ followedByMe: false, requestedByMe: true, isOpen: false })
  })

  it('takes a follower off, who is not told', async () => {
    const [owner, fan] = [await aPrivateUser(), await aUser(server)]
    await givenFollow(server, fan, owner)
    const post = await aPost(server, owner)
    expect(await server.call(owner, 'DELETE', `/api/followers/${fan.id}`)).toMatchObject({ status: 204 })
    expect((await server.call(fan, 'GET', `/api/posts/${post.id}`)).status).toBe(404)
    expect(await profile(fan, owner)).toMatchObject({ followedByMe: false, counts: { followers: 0 } })
  })

  it('has its photos at signed addresses, from when it becomes private until it is no more', async () => {
    const owner = await aUser(server)
    const [open, closed] = [await aPost(server, owner), await aPost(server, owner, { audience: 'followers' })]
    const isPlain = async (post: { id: string }) => {
      const shown = (await server.call<Post>(owner, 'GET', `/api/posts/${post.id}`)).body
      const row = await server.deps.database.row<{ isPublic: boolean }>(sql`
        select is_public as "isPublic" from photos where id = ${shown.photos[0]?.id}`)
      expect(shown.photos[0]?.src.includes('key=')).toBe(!row?.isPublic)
      return row?.isPublic
    }
    expect([await isPlain(open), await isPlain(closed)]).toEqual([true, false])
    await setPrivate(owner, true)
    expect([await isPlain(open), await isPlain(closed)]).toEqual([false, false])
    const later = await aPost(server, owner)
    expect(await isPlain(later)).toBe(false)
    await setPrivate(owner, false)
    expect([await isPlain(open), await isPlain(closed), await isPlain(later)]).toEqual([true, false, true])
    // The job is tried until it is done, however long the database or the disk is away.
    const queue = await server.deps.database.row(sql`select retry_limit from jobs.queue where name = 'settle-privacy'`)
    expect(queue).toEqual({ retry_limit: 10_000 })
  })

  it('are read page by page, by who asked and by who is asked', async () => {
    const owner = await aPrivateUser()
    const fans = [await aUser(server), await aUser(server), await aUser(server), await aUser(server)]
    const owners = [owner, await aPrivateUser(), await aPrivateUser(), await aPrivateUser()]
    for (const fan of fans) await follow(fan, owner)
    for (const other of owners.slice(1)) await follow(fans[0] as TestUser, other)
    type Listed = { cursor: string | null; users?: { id: string }[]; requests?: { id: string }[] }
    const pages = async (who: TestUser, path: string) => {
      const ids: string[][] = []
      for (let cursor: string | null = ''; cursor !== null && ids.length < 9; ) {
        const url: string = `${path}?limit=2${cursor && `&cursor=${cursor}`}`
        const { body } = await server.call<Listed>(who, 'GET', url)
        ids.push((body.users ?? body.requests ?? []).map(({ id }) => id))
        cursor = body.cursor
      }
      return ids
    }
    const pairs = ([a, b, c, d]: TestUser[]) => [
      [d?.id, c?.id],
      [b?.id, a?.id],
    ]
    expect(await pages(owner, '/api/follow-requests')).toEqual(pairs(fans))
    expect(await pages(fans[0] as TestUser, '/api/follow-requests/asked')).toEqual(pairs(owners))
  })

  it('counts rightly when a request is accepted, declined and taken back at once', async () => {
    for (let round = 0; round < 6; round++) {
      const [owner, fan] = [await aPrivateUser(), await aUser(server)]
      await follow(fan, owner)
      await Promise.all([accept(owner, fan), decline(owner, fan), accept(owner, fan), unfollow(fan, owner)])
      const [row] = await server.deps.database.rows<{ rows: number; count: number }>(sql`
        select (select count(*)::int from follows where followee_id = ${owner.id}) as rows, follower_count as count
        from users where id = ${owner.id}`)
      expect(row?.count).toBe(row?.rows)
    }
  })

  it('refuses who is not signed in, and what is no choice', async () => {
    const owner = await aUser(server)
    expect(await accept(null, owner)).toMatchObject({ status: 401 })
    expect(await server.call(null, 'PUT', '/api/profile/privacy', { isPrivate: true })).toMatchObject({ status: 401 })
    expect(await server.call(owner, 'PUT', '/api/profile/privacy', { isPrivate: 'yes' })).toMatchObject({ status: 400 })
    expect(await server.call(owner, 'GET', '/api/follow-requests?cursor=x')).toMatchObject({ status: 400 })
  })
})
