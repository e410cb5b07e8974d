import type { CloseFriendPage } from '@pawtrait/contract/follows.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const addCloseFriend = (user: TestUser | null, other: { id: string }) =>
  server.call(user, 'PUT', `/api/close-friends/${other.id}`)
const removeCloseFriend = (user: TestUser, other: { id: string }) =>
  server.call(user, 'DELETE', `/api/close-friends/${other.id}`)
const listCloseFriends = async (user: TestUser, query = '') =>
  (await server.call<CloseFriendPage>(user, 'GET', `/api/close-friends${query}`)).body

describe('close friends', () => {
  it('see close-friends posts while they are on the author’s list, but cannot read that list', async () => {
    const [author, friend, other] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await server.deps.database.rows(sql`update posts set audience = 'close-friends' where id = ${post.id}`)
    const readPostStatus = async (user: TestUser) => (await server.call(user, 'GET', `/api/posts/${post.id}`)).status
    expect(await readPostStatus(friend)).toBe(404)
    expect(await addCloseFriend(author, friend)).toMatchObject({ status: 204 })
    expect(await addCloseFriend(author, friend)).toMatchObject({ status: 204 })
    expect([await readPostStatus(friend), await readPostStatus(other)]).toEqual([200, 404])
    expect(await listCloseFriends(author)).toMatchObject({
      count: 1,
      users: [{ id: friend.id, username: friend.username }],
    })
    expect(await listCloseFriends(friend)).toMatchObject({ count: 0, users: [] })
    expect(await removeCloseFriend(author, friend)).toMatchObject({ status: 204 })
    expect(await readPostStatus(friend)).toBe(404)
  })

  it('are removed by a block, and are not restored by the unblock', async () => {
    const [author, friend] = [await aUser(server), await aUser(server)]
    await addCloseFriend(author, friend)
    await server.call(friend, 'PUT', `/api/users/${author.id}/block`)
    await server.call(friend, 'DELETE', `/api/users/${author.id}/block`)
    expect(await listCloseFriends(author)).toMatchObject({ count: 0 })
  })

  it('do not include a user who blocks the owner while being added', async () => {
    for (let round = 0; round < 6; round++) {
      const [author, friend] = [await aUser(server), await aUser(server)]
      await Promise.all([addCloseFriend(author, friend), server.call(friend, 'PUT', `/api/users/${author.id}/block`)])
      await server.call(friend, 'DELETE', `/api/users/${author.id}/block`)
      expect(await listCloseFriends(author)).toMatchObject({ count: 0 })
    }
  })

  it('are limited to 500, even when two users are added at the same moment', async () => {
    const author = await aUser(server)
    await server.deps.database.rows(sql`
      with added as (
        insert into users (id, username, fullname, email, state, time_zone, created_at)
        select gen_random_uuid(), 'friend' || n || '_' || left(md5(${author.id}), 6), 'F',
          n || ${author.id} || '@x.test', 'active', 'UTC', now() from generate_series(1, 499) n returning id)
      insert into close_friends (user_id, friend_id, created_at) select ${author.id}, id, now() from added`)
    const [a, b] = [await aUser(server), await aUser(server)]
    const statuses = (await Promise.all([addCloseFriend(author, a), addCloseFriend(author, b)])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((low, high) => low - high)).toEqual([204, 409])
    expect((await listCloseFriends(author)).count).toBe(500)
  })

  it('are listed in pages, last added first', async () => {
    const author = await aUser(server)
    const otherUsers = [await aUser(server), await aUser(server), await aUser(server)]
    for (const other of otherUsers) {
      server.clock.advance(1000)
      await addCloseFriend(author, other)
    }
    const first = await listCloseFriends(author, '?limit=2')
    const rest = await listCloseFriends(author, `?limit=2&cursor=${first.cursor}`)
    expect([...first.users, ...rest.users].map(({ id }) => id)).toEqual(otherUsers.map(({ id }) => id).toReversed())
    expect(rest.cursor).toBeNull()
  })

  it('cannot include the viewer (400) or an unknown user (404), or be added by a visitor (401)', async () => {
    const author = await aUser(server)
    expect(await addCloseFriend(author, author)).toMatchObject({ status: 400 })
    expect(await addCloseFriend(author, { id: '01900000-0000-7000-8000-000000000001' })).toMatchObject({ status: 404 })
    expect(await addCloseFriend(null, author)).toMatchObject({ status: 401 })
  })
})
