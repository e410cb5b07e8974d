import type { Comment } from '@pawtrait/contract/comments.ts'
import type { Collection } from '@pawtrait/contract/saves.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPet, aPost, aStory, aUser, givenFollow, givenHide, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const count = async (table: string, user: TestUser, column = 'user_id') =>
  (
    await server.deps.database.row<{ n: number }>(
      sql`select count(*)::int as n from ${sql.raw(table)} where ${sql.raw(column)} = ${user.id}`,
    )
  )?.n
const unfollow = (user: TestUser) => server.deps.database.rows(sql`delete from follows where follower_id = ${user.id}`)

/** Creates a post and a story for a follower. Returns actions of the follower, with the expected response to DELETE. */
async function performActions() {
  const [author, fan] = [await aUser(server), await aUser(server)]
  await givenFollow(server, fan, author)
  const post = await aPost(server, author, { audience: 'followers' })
  const story = await aStory(server, author, { audience: 'followers' })
  const comment = await server.call<Comment>(author, 'POST', `/api/posts/${post.id}/comments`, { text: 'Mine' })
  const shelf = await server.call<Collection>(fan, 'POST', '/api/collections', { name: 'Dogs' })
  const actions: Record<string, { path: string; undone: object }> = {
    like: { path: `/api/posts/${post.id}/like`, undone: { postId: post.id, likedByMe: false, likeCount: 0 } },
    collected: {
      path: `/api/collections/${shelf.body.id}/posts/${post.id}`,
      undone: { collectionId: shelf.body.id, postId: post.id, holds: false },
    },
    save: { path: `/api/posts/${post.id}/save`, undone: { postId: post.id, savedByMe: false } },
    'like of a comment': {
      path: `/api/comments/${comment.body.id}/like`,
      undone: { commentId: comment.body.id, likedByMe: false, likeCount: 0 },
    },
    paw: { path: `/api/stories/${story.id}/paw`, undone: { storyId: story.id, seenByMe: true, pawedByMe: false } },
    'muted post': { path: `/api/posts/${post.id}/mute`, undone: { mutedByMe: false } },
  }
  return { author, fan, post, story, actions }
}

describe('DELETE of a user’s like, save, follow or other action', () => {
  it('returns 200 for a post that the user can no longer see, and 404 when the call is repeated', async () => {
    const { author, fan, post, actions } = await performActions()
    await server.call(author, 'PUT', `/api/posts/${post.id}/like`)
    for (const { path } of Object.values(actions)) expect((await server.call(fan, 'PUT', path)).status).toBe(200)
    await server.runJobs()
    const unread = async () => (await server.call<{ unread: number }>(author, 'GET', '/api/notifications')).body.unread
    expect(await unread()).toBeGreaterThan(0)
    await unfollow(fan)
    for (const [name, { path, undone }] of Object.entries(actions)) {
      const answer = await server.call(fan, 'DELETE', path)
      expect([name, answer.status, answer.body]).toEqual([name, 200, undone])
      expect([name, (await server.call(fan, 'DELETE', path)).status]).toEqual([name, 404])
      expect([name, (await server.call(fan, 'PUT', path)).status]).toEqual([name, 404])
    }
    for (const table of ['likes', 'saves', 'comment_likes', 'thread_mutes']) expect(await count(table, fan)).toBe(0)
    const row = await server.deps.database.row(sql`select like_count as likes from posts where id = ${post.id}`)
    expect(row).toEqual({ likes: 1 })
    await server.runJobs()
    expect(await unread()).toBe(0)
  })

  it('returns 200 for deleted posts, deleted accounts, and posts of an author who blocked the user', async () => {
    const { author, fan, post, actions } = await performActions()
    const like = actions.like?.path ?? ''
    await server.call(fan, 'PUT', like)
    await server.call(author, 'PUT', `/api/users/${fan.id}/block`)
    expect((await server.call(fan, 'DELETE', like)).status).toBe(200)
    const other = await aPost(server, author)
    const reader = await aUser(server)
    await server.call(reader, 'PUT', `/api/posts/${other.id}/save`)
    await server.call(author, 'DELETE', `/api/posts/${other.id}`)
    expect((await server.call(reader, 'DELETE', `/api/posts/${other.id}/save`)).status).toBe(200)
    await server.call(reader, 'PUT', `/api/users/${author.id}/follow`)
    await markDeleted(server, author)
    expect((await server.call(reader, 'DELETE', `/api/users/${author.id}/follow`)).body).toEqual({
      followedByMe: false,
      requestedByMe: false,
      followerCount: 0,
    })
    expect((await server.call(reader, 'DELETE', `/api/users/${author.id}/follow`)).status).toBe(404)
    expect((await server.call(fan, 'DELETE', `/api/posts/${post.id}/like`)).status).toBe(404)
  })

  it('returns 200 for follows, mutes and hides of a deleted user and of that user’s pet', async () => {
    const [owner, fan] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenHide(server, fan, { user: owner })
    await givenHide(server, fan, { pet })
    const actions = [`/api/pets/${pet}/follow`, `/api/users/${owner.id}/mute`]
    for (const path of actions) expect((await server.call(fan, 'PUT', path)).status).toBe(200)
    await markDeleted(server, owner)
    for (const path of [...actions, `/api/users/${owner.id}/hide`, `/api/pets/${pet}/hide`]) {
      expect([path, (await server.call(fan, 'DELETE', path)).status]).toEqual([path, 200])
      expect([path, (await server.call(fan, 'DELETE', path)).status]).toEqual([path, 404])
    }
    expect([await count('hides', fan), await count('mutes', fan), await count('pet_follows', fan)]).toEqual([0, 0, 0])
  })
})
