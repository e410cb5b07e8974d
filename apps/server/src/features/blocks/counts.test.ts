import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { idArray } from '#platform/database/db.ts'
import { aPost, aUser, givenBlock, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
let crowd: TestUser[] = []
beforeAll(async () => {
  crowd = await Promise.all(Array.from({ length: 70 }, () => aUser(server)))
})

const toIdArray = (people: { id: UserId }[]) => sql`${idArray(people.map(({ id }) => id))}::uuid[]`

/** Adds one like by each of the first `count` users. */
async function addLikes(post: Post, count: number) {
  await server.deps.database.rows(sql`
    insert into likes (post_id, user_id, created_at)
    select ${post.id}::uuid, liker, now() from unnest(${toIdArray(crowd.slice(0, count))}) liker`)
  await server.deps.database.rows(sql`update posts set like_count = ${count}::int where id = ${post.id}`)
}

/** Adds `count` comments. The users of the crowd write them in turn. */
async function addComments(post: Post, count: number) {
  const commenters = Array.from({ length: count }, (_, at) => crowd[at % crowd.length] as TestUser)
  await server.deps.database.rows(sql`
    insert into comments (id, post_id, author_id, root_id, depth, text, created_at)
    select gen_random_uuid(), ${post.id}::uuid, author, null, 0, 'said', now()
    from unnest(${toIdArray(commenters)}) author`)
  await server.deps.database.rows(sql`update posts set comment_count = ${count}::int where id = ${post.id}`)
}

/**
 * Adds blocks between `user` and the first `count` users of the crowd. Alternates between three cases: `user` blocks,
 * the other user blocks, and both block.
 */
async function addBlocks(user: TestUser, count: number) {
  for (const [at, other] of crowd.slice(0, count).entries()) {
    if (at % 3 !== 1) await givenBlock(server, user, other)
    if (at % 3 !== 0) await givenBlock(server, other, user)
  }
}

const readPost = async (viewer: TestUser, post: Post) =>
  (await server.call<Post>(viewer, 'GET', `/api/posts/${post.id}`)).body

// The tested query has three branches: few rows, at most eight rows per blocked user, and more than eight.
describe.each([0, 1, 3, 60])('counts of a post for a viewer with %i blocked users', (blockedCount) => {
  it.each([5, 40, 70])('exclude likes of blocked users (%i likes in all)', async (likes) => {
    const [author, viewer] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await addLikes(post, likes)
    await addBlocks(viewer, blockedCount)
    expect((await readPost(viewer, post)).likeCount).toBe(likes - Math.min(likes, blockedCount))
    expect((await readPost(author, post)).likeCount).toBe(likes)
  })

  it.each([5, 210])('exclude comments of users blocked by viewer or author (%i comments in all)', async (comments) => {
    const [author, viewer, other] = [await aUser(server), await aUser(server), await aUser(server)]
    const [authorPost, otherPost] = [await aPost(server, author), await aPost(server, other)]
    for (const post of [authorPost, otherPost]) await addComments(post, comments)
    await addBlocks(viewer, blockedCount)
    await addBlocks(other, blockedCount)
    const hiddenCount = Array.from({ length: comments }, (_, at) => at % crowd.length).filter(
      (at) => at < blockedCount,
    ).length
    const counts = async (reader: TestUser) => [
      (await readPost(reader, authorPost)).commentCount,
      (await readPost(reader, otherPost)).commentCount,
    ]
    expect(await counts(viewer)).toEqual([comments - hiddenCount, comments - hiddenCount])
    expect(await counts(author)).toEqual([comments, comments - hiddenCount])
  })
})
