import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { idArray } from '#platform/database/db.ts'
import { aPost, aUser, givenBlock, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
let crowd: TestUser[] = []
beforeAll(async () => {
  crowd = await Promise.all(Array.from({ length: 70 }, () => aUser(server)))
})

const ids = (people: { id: UserId }[]) => sql`${idArray(people.map(({ id }) => id))}::uuid[]`

/** The first of the crowd like it, each once. */
async function likedBy(post: Post, count: number) {
  await server.deps.database.rows(sql`
    insert into likes (post_id, user_id, created_at)
    select ${post.id}::uuid, liker, now() from unnest(${ids(crowd.slice(0, count))}) liker`)
  await server.deps.database.rows(sql`update posts set like_count = ${count}::int where id = ${post.id}`)
}

/** The crowd comments in turn. */
async function commentedBy(post: Post, count: number) {
  const said = Array.from({ length: count }, (_, at) => crowd[at % crowd.length] as TestUser)
  await server.deps.database.rows(sql`
    insert into comments (id, post_id, author_id, root_id, depth, text, created_at)
    select gen_random_uuid(), ${post.id}::uuid, author, null, 0, 'said', now() from unnest(${ids(said)}) author`)
  await server.deps.database.rows(sql`update posts set comment_count = ${count}::int where id = ${post.id}`)
}

/** The first of the crowd are blocked with somebody: by turns they block, are blocked, and both. */
async function blockedWith(who: TestUser, count: number) {
  for (const [at, other] of crowd.slice(0, count).entries()) {
    if (at % 3 !== 1) await givenBlock(server, who, other)
    if (at % 3 !== 0) await givenBlock(server, other, who)
  }
}

const seen = async (viewer: TestUser, post: Post) =>
  (await server.call<Post>(viewer, 'GET', `/api/posts/${post.id}`)).body

// Few rows, many, and more than eight to each of the blocked are counted in different ways.
describe.each([0, 1, 3, 60])('with %i people blocked', (blocked) => {
  it.each([5, 40, 70])('of %i likes those of others count', async (likes) => {
    const [author, viewer] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await likedBy(post, likes)
    await blockedWith(viewer, blocked)
    expect((await seen(viewer, post)).likeCount).toBe(likes - Math.min(likes, blocked))
    expect((await seen(author, post)).likeCount).toBe(likes)
  })

  it.each([5, 210])('of %i comments those count by people whom neither viewer nor author blocks', async (comments) => {
    const [author, viewer, other] = [await aUser(server), await aUser(server), await aUser(server)]
    const [open, strict] = [await aPost(server, author), await aPost(server, other)]
    for (const post of [open, strict]) await commentedBy(post, comments)
    await blockedWith(viewer, blocked)
    await blockedWith(other, blocked)
    const unheard = Array.from({ length: comments }, (_, at) => at % crowd.length).filter((at) => at < blocked).length
    const counts = async (who: TestUser) => [
      (await seen(who, open)).commentCount,
      (await seen(who, strict)).commentCount,
    ]
    expect(await counts(viewer)).toEqual([comments - unheard, comments - unheard])
    expect(await counts(author)).toEqual([comments, comments - unheard])
  })
})
