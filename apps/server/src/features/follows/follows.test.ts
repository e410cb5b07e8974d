import { randomUUID } from 'node:crypto'
import { ProblemBody } from '@pawtrait/contract/errors.ts'
import { FollowListPage, FollowState } from '@pawtrait/contract/follows.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { PublicUser } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { getOwnUser } from '#features/users/view.ts'
import { aPet, aUser, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const follow = (user: TestUser, other: { id: string }) => server.call(user, 'PUT', `/api/users/${other.id}/follow`)
const unfollow = (user: TestUser, other: { id: string }) => server.call(user, 'DELETE', `/api/users/${other.id}/follow`)
const parseFollowState = (reply: { body: unknown }) => v.parse(FollowState, reply.body)
const parseProblemCode = (reply: { body: unknown }) => v.parse(ProblemBody, reply.body).code
const readCounts = async (user: TestUser) =>
  (await server.call<PublicUser>(null, 'GET', `/users/${user.id}`)).body.counts

const countRows = async (user: { id: UserId }) =>
  server.deps.database.row<{ followers: number; following: number }>(sql`
    select count(*) filter (where followee_id = ${user.id})::int as followers,
      count(*) filter (where follower_id = ${user.id})::int as following from follows`)

const createUsers = (count: number) => Promise.all(Array.from({ length: count }, () => aUser(server)))

/** Makes each user of `group` follow `star`, a millisecond apart. */
async function followInTurn(group: TestUser[], star: TestUser) {
  for (const user of group) {
    server.clock.advance(1)
    await follow(user, star)
  }
}

describe('follow of a user', () => {
  it('is counted once for both users, even when it is sent repeatedly', async () => {
    const [a, b] = [await aUser(server), await aUser(server)]
    expect(parseFollowState(await follow(a, b))).toMatchObject({ followedByMe: true, followerCount: 1 })
    expect(parseFollowState(await follow(a, b))).toMatchObject({ followedByMe: true, followerCount: 1 })
    expect(await readCounts(a)).toMatchObject({ followers: 0, following: 1 })
    expect(await readCounts(b)).toMatchObject({ followers: 1, following: 0 })
    expect(parseFollowState(await unfollow(a, b))).toMatchObject({ followedByMe: false, followerCount: 0 })
    expect(parseFollowState(await unfollow(a, b))).toMatchObject({ followedByMe: false, followerCount: 0 })
    expect(await readCounts(a)).toMatchObject({ followers: 0, following: 0 })
  })

  it('ends for the user who unfollows, but not for another follower', async () => {
    const [a, b, star] = [await aUser(server), await aUser(server), await aUser(server)]
    await followInTurn([a, b], star)
    expect(parseFollowState(await unfollow(a, star)).followerCount).toBe(1)
    expect(await countRows(star)).toEqual({ followers: 1, following: 0 })
  })

  it('keeps counters equal to the number of rows after fifty simultaneous follows and unfollows', async () => {
    const [star, fans] = [await aUser(server), await createUsers(50)]
    await Promise.all(fans.map((fan) => follow(fan, star)))
    expect(await readCounts(star)).toMatchObject({ followers: 50 })
    await Promise.all(fans.flatMap((fan, n) => [unfollow(fan, star), ...(n % 2 ? [follow(fan, star)] : [])]))
    const expected = await countRows(star)
    expect(await readCounts(star)).toMatchObject(expected ?? {})
  })

  it('is stored only once for fifty simultaneous requests', async () => {
    const [fan, star] = [await aUser(server), await aUser(server)]
    const replies = await Promise.all(Array.from({ length: 50 }, () => follow(fan, star)))
    expect(replies.map((reply) => parseFollowState(reply).followerCount)).toEqual(replies.map(() => 1))
    expect(await countRows(star)).toEqual({ followers: 1, following: 0 })
  })

  it('succeeds for eight users who all follow each other at the same moment', async () => {
    const crowd = await createUsers(8)
    const replies = await Promise.all(crowd.flatMap((a) => crowd.filter((b) => a !== b).map((b) => follow(a, b))))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    for (const user of crowd) expect(await readCounts(user)).toMatchObject({ followers: 7, following: 7 })
  })

  it('is refused for the viewer’s own id (400), to a visitor (401) and for an unknown user (404)', async () => {
    const [a, deletedUser] = [await aUser(server), await aUser(server)]
    await markDeleted(server, deletedUser)
    for (const call of [follow, unfollow]) {
      expect([(await call(a, a)).status, parseProblemCode(await call(a, a))]).toEqual([400, 'validation-failed'])
      expect((await call(a, deletedUser)).status).toBe(404)
      expect((await call(a, { id: randomUUID() })).status).toBe(404)
      expect((await call(a, { id: 'me' })).status).toBe(400)
    }
    expect((await server.call(null, 'PUT', `/api/users/${a.id}/follow`)).status).toBe(401)
    expect((await server.call(null, 'DELETE', `/api/users/${a.id}/follow`)).status).toBe(401)
  })

  it('is refused above 5,000 followed users (409), except for a repeated follow (200)', async () => {
    const [fan, star, followedUser] = [await aUser(server), await aUser(server), await aUser(server)]
    await follow(fan, followedUser)
    await server.deps.database.rows(sql`update users set following_count = 4999 where id = ${fan.id}`)
    expect((await follow(fan, star)).status).toBe(200)
    const [rejectedFollow, repeatedFollow] = [await follow(fan, await aUser(server)), await follow(fan, followedUser)]
    expect([rejectedFollow.status, parseProblemCode(rejectedFollow)]).toEqual([409, 'conflict'])
    expect(repeatedFollow.status).toBe(200)
    await unfollow(fan, star)
    expect((await follow(fan, star)).status).toBe(200)
  })
})

describe('follow of a pet', () => {
  const getFollowPath = (pet: string) => `/api/pets/${pet}/follow`

  it('is counted once for each of fifty users who follow at the same moment', async () => {
    const [owner, fans] = [await aUser(server), await createUsers(50)]
    const pet = await aPet(server, [owner])
    const replies = await Promise.all(
      fans.flatMap((fan) => [0, 1].map(() => server.call(fan, 'PUT', getFollowPath(pet)))),
    )
    expect(Math.max(...replies.map((reply) => parseFollowState(reply).followerCount))).toBe(50)
    const [fan] = fans
    if (!fan) throw new Error('nobody follows')
    expect(parseFollowState(await server.call(fan, 'DELETE', getFollowPath(pet)))).toMatchObject({
      followedByMe: false,
      followerCount: 49,
    })
    expect(parseFollowState(await server.call(fan, 'DELETE', getFollowPath(pet)))).toMatchObject({
      followedByMe: false,
      followerCount: 49,
    })
    expect(parseFollowState(await server.call(owner, 'PUT', getFollowPath(pet)))).toMatchObject({
      followedByMe: true,
      followerCount: 50,
    })
  })

  it('is refused to a visitor (401) and for an unknown pet (404)', async () => {
    const owner = await aUser(server)
    const pet = await aPet(server, [owner])
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await server.call(null, method, getFollowPath(pet))).status).toBe(401)
      expect((await server.call(owner, method, getFollowPath(randomUUID()))).status).toBe(404)
      expect((await server.call(owner, method, getFollowPath('rex'))).status).toBe(400)
    }
  })
})

describe('lists of followers and followed users', () => {
  const readList = async (viewer: TestUser | null, user: TestUser, name: 'followers' | 'following', query = '') =>
    v.parse(FollowListPage, (await server.call(viewer, 'GET', `/api/users/${user.id}/${name}${query}`)).body)
  const getNames = (page: FollowListPage) => page.users.map(({ username }) => username)

  it('are paged newest first, without gaps or repeats while new follows are added', async () => {
    const [star, fans] = [await aUser(server), await createUsers(5)]
    await followInTurn(fans, star)
    const first = await readList(null, star, 'followers', '?limit=2')
    await followInTurn([await aUser(server)], star)
    const second = await readList(null, star, 'followers', `?limit=2&cursor=${first.cursor}`)
    const third = await readList(null, star, 'followers', `?limit=2&cursor=${second.cursor}`)
    expect([first, second, third].flatMap(getNames)).toEqual(fans.map(({ username }) => username).toReversed())
    expect(third.cursor).toBeNull()
  })

  it('are paged without gaps or repeats when users were followed at the same instant', async () => {
    const [fan, stars] = [await aUser(server), await createUsers(5)]
    for (const star of stars) await follow(fan, star)
    const listedNames: string[] = []
    for (let cursor: string | null = '', count = 0; cursor !== null && count < 9; count++) {
      const page: FollowListPage = await readList(fan, fan, 'following', `?limit=2${cursor && `&cursor=${cursor}`}`)
      listedNames.push(...getNames(page))
      cursor = page.cursor
    }
    expect(listedNames.toSorted()).toEqual(stars.map(({ username }) => username).toSorted())
  })

  it('mark the viewer and the users that the viewer follows', async () => {
    const [a, b, c] = [await aUser(server), await aUser(server), await aUser(server)]
    await followInTurn([a, b], c)
    await follow(a, b)
    const listedUsers = (await readList(a, c, 'followers')).users.map(({ username, followedByMe, me }) => ({
      username,
      followedByMe,
      me,
    }))
    expect(listedUsers).toEqual([
      { username: b.username, followedByMe: true, me: false },
      { username: a.username, followedByMe: false, me: true },
    ])
    expect((await readList(null, c, 'followers')).users.some(({ followedByMe, me }) => followedByMe || me)).toBe(false)
  })

  it('can be searched by full name or username, ignoring accents and matching `_` and `%` literally', async () => {
    const star = await aUser(server)
    const zoe = await aUser(server, { fullname: 'Zoë Ångström', username: 'zz_top' })
    const plain = await aUser(server, { fullname: 'Plain 100% Person', username: 'zzatop' })
    await followInTurn([zoe, plain], star)
    const searchNames = async (q: string) =>
      getNames(await readList(null, star, 'followers', `?q=${encodeURIComponent(q)}`))
    expect(await searchNames('angst')).toEqual(['zz_top'])
    expect(await searchNames(' ZOE ')).toEqual(['zz_top'])
    expect(await searchNames('z_t')).toEqual(['zz_top'])
    expect(await searchNames('0%')).toEqual(['zzatop'])
    expect(await searchNames('\\')).toEqual([])
    expect(await searchNames('z')).toEqual(['zzatop', 'zz_top'])
    expect(await searchNames('\u0000')).toEqual(['zzatop', 'zz_top'])
  })

  it('omit deleted and pending users from the field `following` of the log-in response', async () => {
    const [me, activeUser, deletedUser, pendingUser] = [await aUser(server), ...(await createUsers(3))]
    for (const other of [activeUser, deletedUser, pendingUser]) await follow(me, other ?? me)
    const { database, config } = server.deps
    const readFollowing = async () =>
      (await getOwnUser({ db: database, now: server.clock.now(), config }, me.id)).following
    expect(await readFollowing()).toHaveLength(3)
    await markDeleted(server, deletedUser ?? me)
    await server.deps.database.rows(sql`update users set state = 'pending' where id = ${pendingUser?.id ?? ''}`)
    expect(await readFollowing()).toEqual([activeUser?.id])
  })

  it('omit deleted users, and return 404 for lists of a deleted user', async () => {
    const [star, deletedUser, remainingUser] = [await aUser(server), await aUser(server), await aUser(server)]
    await followInTurn([deletedUser, remainingUser], star)
    await followInTurn([star], deletedUser)
    await markDeleted(server, deletedUser)
    expect(getNames(await readList(null, star, 'followers'))).toEqual([remainingUser.username])
    expect(getNames(await readList(null, star, 'following'))).toEqual([])
    for (const name of ['followers', 'following']) {
      expect((await server.call(star, 'GET', `/api/users/${deletedUser.id}/${name}`)).status).toBe(404)
      expect((await server.call(star, 'GET', `/api/users/${star.id}/${name}?cursor=x`)).status).toBe(400)
      expect((await server.call(star, 'GET', `/api/users/${star.id}/${name}?limit=0`)).status).toBe(400)
    }
  })
})
