import type { BlockedUserPage } from '@pawtrait/contract/blocks.ts'
import type { CommentPage } from '@pawtrait/contract/comments.ts'
import type { FeedPage } from '@pawtrait/contract/feed.ts'
import type { FollowListPage } from '@pawtrait/contract/follows.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import type { Profile } from '@pawtrait/contract/profiles.ts'
import type { SearchPage } from '@pawtrait/contract/search.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPet, aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const block = (viewer: TestUser | null, other: { id: string }) =>
  server.call(viewer, 'PUT', `/api/users/${other.id}/block`)
const unblock = (viewer: TestUser, other: { id: string }) =>
  server.call(viewer, 'DELETE', `/api/users/${other.id}/block`)
const listBlockedUsers = async (viewer: TestUser) =>
  (await server.call<BlockedUserPage>(viewer, 'GET', '/api/blocks')).body.users
const get = async <Body>(viewer: TestUser, url: string) => (await server.call<Body>(viewer, 'GET', url)).body

const comment = (viewer: TestUser, post: string, text: string) =>
  server.call<{ id: string }>(viewer, 'POST', `/api/posts/${post}/comments`, { text })
const deleteComment = (viewer: TestUser, id: string) => server.call(viewer, 'DELETE', `/api/comments/${id}`)

/** Returns one boolean per endpoint: whether its response shows the viewer the other user or that user's content. */
async function findTraces(other: TestUser, post: string, viewer: TestUser, common: { post: string; person: TestUser }) {
  const status = async (url: string) => (await server.call(viewer, 'GET', url)).status
  const lists: Record<string, string[]> = {
    feed: (await get<FeedPage>(viewer, '/api/feed')).posts.map(({ id }) => id),
    explore: (await get<PostPage>(viewer, '/api/explore?limit=50')).posts.map(({ id }) => id),
    saved: (await get<PostPage>(viewer, '/api/saves')).posts.map(({ id }) => id),
  }
  const comments = (await get<CommentPage>(viewer, `/api/posts/${common.post}/comments`)).comments
  const hits = (await get<SearchPage>(viewer, `/api/search?type=user&q=${other.username}`)).hits
  const followers = (await get<FollowListPage>(viewer, `/api/users/${common.person.id}/followers`)).users
  return {
    lists: Object.values(lists).flat().includes(post),
    link: (await status(`/api/posts/${post}`)) === 200,
    profile: (await status(`/api/users/by-username/${other.username}`)) === 200,
    user: (await status(`/users/${other.id}`)) === 200,
    search: hits.some(({ id }) => id === other.id),
    comments: comments.some(({ author }) => author?.id === other.id),
    followers: followers.some(({ id }) => id === other.id),
  }
}

const everywhere = { lists: true, link: true, profile: true, user: true, search: true, comments: true, followers: true }
const nowhere = {
  lists: false,
  link: false,
  profile: false,
  user: false,
  search: false,
  comments: false,
  followers: false,
}

describe('block', () => {
  it('hides two users from each other until the unblock, and ends follows for good (security check V02)', async () => {
    const [amina, musa, common] = [await aUser(server), await aUser(server), await aUser(server)]
    for (const [a, b] of [
      [amina, musa],
      [musa, amina],
      [amina, common],
      [musa, common],
    ] as const)
      await givenFollow(server, a, b)
    const shared = await aPost(server, common)
    const posts = { amina: (await aPost(server, amina)).id, musa: (await aPost(server, musa)).id }
    for (const [viewer, other] of [
      [amina, posts.musa],
      [musa, posts.amina],
    ] as const) {
      await server.call(viewer, 'PUT', `/api/posts/${other}/save`)
      await comment(viewer, shared.id, 'here')
    }
    const sharedContent = { post: shared.id, person: common }
    expect(await findTraces(musa, posts.musa, amina, sharedContent)).toEqual(everywhere)
    expect(await findTraces(amina, posts.amina, musa, sharedContent)).toEqual(everywhere)

    expect(await block(amina, musa)).toMatchObject({ status: 200, body: { blockedByMe: true } })
    expect(await block(amina, musa)).toMatchObject({ status: 200 })
    expect(await findTraces(musa, posts.musa, amina, sharedContent)).toEqual(nowhere)
    expect(await findTraces(amina, posts.amina, musa, sharedContent)).toEqual(nowhere)
    expect(await listBlockedUsers(amina)).toMatchObject([{ id: musa.id, username: musa.username }])
    expect(await listBlockedUsers(musa)).toEqual([])

    expect(await unblock(amina, musa)).toMatchObject({ status: 200, body: { blockedByMe: false } })
    const restoredTraces = { ...everywhere, lists: true }
    expect(await findTraces(musa, posts.musa, amina, sharedContent)).toEqual(restoredTraces)
    const profile = await get<Profile>(amina, `/api/users/by-username/${musa.username}`)
    expect(profile).toMatchObject({ followedByMe: false, followsMe: false, counts: { followers: 0, following: 1 } })
  })

  it('removes likes and comments of each user from the counts that the other user sees, not from others', async () => {
    const [amina, musa, common] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, common)
    for (const viewer of [amina, musa]) {
      await server.call(viewer, 'PUT', `/api/posts/${post.id}/like`)
      await comment(viewer, post.id, 'here')
    }
    await block(amina, musa)
    const counts = async (viewer: TestUser) => {
      const { likeCount, commentCount } = await get<{ likeCount: number; commentCount: number }>(
        viewer,
        `/api/posts/${post.id}`,
      )
      return { likeCount, commentCount }
    }
    expect(await counts(amina)).toEqual({ likeCount: 1, commentCount: 1 })
    expect(await counts(musa)).toEqual({ likeCount: 1, commentCount: 1 })
    expect(await counts(common)).toEqual({ likeCount: 2, commentCount: 2 })
  })

  it('excludes the blocker from counts in responses to likes and deletions by the blocked user', async () => {
    const [amina, musa, common] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, common)
    const target = (await comment(common, post.id, 'hello')).body
    const ownComment = (await comment(amina, post.id, 'mine')).body
    await comment(musa, post.id, 'theirs')
    const like = (viewer: TestUser, method: 'PUT' | 'DELETE') =>
      server.call(viewer, method, `/api/comments/${target.id}/like`)
    await like(musa, 'PUT')
    await block(musa, amina)
    expect((await like(amina, 'PUT')).body).toMatchObject({ likedByMe: true, likeCount: 1 })
    expect((await like(amina, 'DELETE')).body).toMatchObject({ likedByMe: false, likeCount: 0 })
    expect((await deleteComment(amina, ownComment.id)).body).toMatchObject({ commentCount: 1 })
    expect((await like(common, 'PUT')).body).toMatchObject({ likeCount: 2 })
  })

  it('hides comments of either user under the other user’s posts from everyone until the unblock', async () => {
    for (const blocks of ['author', 'guest'] as const) {
      const [author, guest, stranger] = [await aUser(server), await aUser(server), await aUser(server)]
      const [blocker, other] = blocks === 'author' ? [author, guest] : [guest, author]
      const post = await aPost(server, author)
      const rudeComment = (await comment(guest, post.id, 'rude')).body
      const kindComment = (await comment(stranger, post.id, 'kind')).body
      const answer = (
        await server.call<{ id: string }>(guest, 'POST', `/api/posts/${post.id}/comments`, {
          text: 'rude again',
          parentId: kindComment.id,
        })
      ).body
      const readAs = async (viewer: TestUser | null) => {
        const page = (await server.call<CommentPage>(viewer, 'GET', `/api/posts/${post.id}/comments`)).body
        const read = (await server.call<{ commentCount: number }>(viewer, 'GET', `/api/posts/${post.id}`)).body
        const direct = await Promise.all(
          [rudeComment, answer].map(({ id }) => server.call(viewer, 'GET', `/api/comments/${id}`)),
        )
        return {
          texts: page.comments.map(({ text, replyCount }) => `${text} ${replyCount}`),
          counts: [page.commentCount, read.commentCount],
          direct: direct.map(({ status }) => status),
        }
      }
      const all = { texts: ['rude 0', 'kind 1', 'rude again 0'], counts: [3, 3], direct: [200, 200] }
      const kindOnly = { texts: ['kind 0'], counts: [1, 1], direct: [404, 404] }
      expect(await readAs(stranger)).toEqual(all)
      await block(blocker, other)
      for (const viewer of [null, stranger, author]) expect(await readAs(viewer)).toEqual(kindOnly)
      expect((await server.call(stranger, 'PUT', `/api/comments/${rudeComment.id}/like`)).status).toBe(404)
      expect((await deleteComment(author, kindComment.id)).body).toMatchObject({ commentCount: 0 })
      expect((await readAs(stranger)).texts).toEqual([])
      await unblock(blocker, other)
      expect(await readAs(null)).toEqual({
        texts: ['rude 0', ' 1', 'rude again 0'],
        counts: [2, 2],
        direct: [200, 200],
      })
    }
  })

  it('shows the blocked user an empty placeholder for a comment of the blocker that has replies', async () => {
    const [amina, musa, common] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, common)
    const target = (await comment(musa, post.id, 'secret')).body
    await server.call(common, 'PUT', `/api/comments/${target.id}/like`)
    await server.call(amina, 'PUT', `/api/comments/${target.id}/like`)
    await server.call(musa, 'PATCH', `/api/comments/${target.id}`, { text: 'secret!' })
    await server.call(common, 'POST', `/api/posts/${post.id}/comments`, { text: 'answer', parentId: target.id })
    await block(musa, amina)
    expect((await get<CommentPage>(amina, `/api/posts/${post.id}/comments`)).comments[0]).toMatchObject({
      id: target.id,
      gone: 'unseen',
      text: '',
      author: null,
      editedAt: null,
      likeCount: 0,
      likedByMe: false,
      replyCount: 1,
    })
  })

  it('hides a pet that only the blocked user owns, and omits that user from the people of a shared pet', async () => {
    const [amina, musa, common] = [await aUser(server), await aUser(server), await aUser(server)]
    const [ownPet, shared] = [await aPet(server, [musa]), await aPet(server, [musa, common])]
    await block(amina, musa)
    expect((await server.call(amina, 'GET', `/api/pets/${ownPet}`)).status).toBe(404)
    const { people } = await get<{ people: { id: string }[] }>(amina, `/api/pets/${shared}`)
    expect(people.map(({ id }) => id)).toEqual([common.id])
  })

  it('hides the owner’s pet from a blocked sitter, but does not hide the sitter from the owner', async () => {
    const [owner, family, sitter] = [await aUser(server), await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    const join = (viewer: TestUser, role: string) =>
      server.deps.database.rows(sql`
        insert into pet_people (pet_id, user_id, role, created_at) values (${pet}, ${viewer.id}, ${role}, now())`)
    await join(sitter, 'sitter')
    await block(owner, sitter)
    expect((await server.call(sitter, 'GET', `/api/pets/${pet}`)).status).toBe(404)
    await join(family, 'family')
    await block(owner, family)
    const { people } = await get<{ people: { id: string; role: string }[] }>(owner, `/api/pets/${pet}/people`)
    expect(people.map(({ id }) => id)).toEqual([owner.id, family.id, sitter.id])
    expect(await server.call(owner, 'DELETE', `/api/pets/${pet}/people/${family.id}`)).toMatchObject({ status: 204 })
    expect((await server.call(family, 'GET', `/api/pets/${pet}`)).status).toBe(404)
  })

  it('closes open pet invitations between the two users', async () => {
    const [owner, friend] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    const invite = { role: 'family', username: friend.username, until: null }
    expect((await server.call(owner, 'POST', `/api/pets/${pet}/invites`, invite)).status).toBe(201)
    await block(friend, owner)
    await unblock(friend, owner)
    const openInvites = await server.deps.database.rows(sql`
      select 1 from pet_invites where pet_id = ${pet} and closed_at is null`)
    expect(openInvites).toEqual([])
  })

  it('returns 400 for the viewer’s own id or a malformed id, 401 to a visitor, 404 for an unknown user', async () => {
    const amina = await aUser(server)
    expect(await block(amina, amina)).toMatchObject({ status: 400, body: { code: 'bad-request' } })
    expect(await block(null, amina)).toMatchObject({ status: 401 })
    expect(await block(amina, { id: '01900000-0000-7000-8000-000000000001' })).toMatchObject({ status: 404 })
    expect(await block(amina, { id: 'x' })).toMatchObject({ status: 400 })
  })

  it('ends follows that either user sends at the same moment as the block', async () => {
    for (let round = 0; round < 8; round++) {
      const [amina, musa] = [await aUser(server), await aUser(server)]
      await Promise.all([
        server.call(musa, 'PUT', `/api/users/${amina.id}/follow`),
        block(amina, musa),
        server.call(amina, 'PUT', `/api/users/${musa.id}/follow`),
      ])
      const remaining = await server.deps.database.rows(sql`
        select 1 from follows where follower_id in (${amina.id}, ${musa.id})`)
      const counts = await server.deps.database.rows(sql`
        select follower_count + following_count as n from users where id in (${amina.id}, ${musa.id})`)
      expect({ remaining, counts }).toEqual({ remaining: [], counts: [{ n: 0 }, { n: 0 }] })
    }
  })

  it('appears in the paginated list of the blocker’s blocked users, newest block first', async () => {
    const amina = await aUser(server)
    const otherUsers = [await aUser(server), await aUser(server), await aUser(server)]
    for (const other of otherUsers) {
      server.clock.advance(1000)
      await block(amina, other)
    }
    const first = await get<BlockedUserPage>(amina, '/api/blocks?limit=2')
    const rest = await get<BlockedUserPage>(amina, `/api/blocks?limit=2&cursor=${first.cursor}`)
    expect([...first.users, ...rest.users].map(({ id }) => id)).toEqual(otherUsers.map(({ id }) => id).toReversed())
    expect(rest.cursor).toBeNull()
    expect(await server.call(amina, 'GET', '/api/blocks?cursor=x')).toMatchObject({ status: 400 })
  })

  it('can be looked up by the username of the blocked user, but only by the blocker', async () => {
    const [amina, musa, zuri] = [await aUser(server), await aUser(server), await aUser(server)]
    const readBlock = (viewer: TestUser | null, name: string) =>
      server.call<UserCard>(viewer, 'GET', `/api/blocks/${name}`)
    const statuses = async () => {
      const calls = [readBlock(amina, musa.username), readBlock(musa, amina.username), readBlock(zuri, musa.username)]
      return (await Promise.all(calls)).map(({ status }) => status)
    }
    expect(await statuses()).toEqual([404, 404, 404])
    await block(amina, musa)
    expect(await statuses()).toEqual([200, 404, 404])
    expect((await readBlock(amina, musa.username.toUpperCase())).body).toMatchObject({ id: musa.id })
    expect(await readBlock(null, musa.username)).toMatchObject({ status: 401 })
    for (const [input, status] of [
      ['%00', 400],
      ['..%2F..', 404],
      ['a%20b', 404],
      ['x'.repeat(300), 404],
    ] as const)
      expect([input, (await readBlock(amina, input)).status]).toEqual([input, status])
    await unblock(amina, musa)
    expect(await statuses()).toEqual([404, 404, 404])
    await block(amina, musa)
    await server.deps.database.rows(sql`update users set deleted_at = now() where id = ${musa.id}`)
    expect(await statuses()).toEqual([404, 401, 404])
  })
})
