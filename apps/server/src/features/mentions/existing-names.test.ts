import type { Comment, CommentPage } from '@pawtrait/contract/comments.ts'
import type { FeedPage } from '@pawtrait/contract/feed.ts'
import type { Post, PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, givenBlock, givenFollow, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const rename = ({ id }: TestUser, username: string) =>
  server.deps.database.rows(sql`update users set username = ${username} where id = ${id}`)

/**
 * Creates a post that mentions `name` in its caption and in a comment. `readEverywhere` returns the field `names` of
 * each response with the post.
 */
async function aPostNaming(author: TestUser, name: string) {
  const caption = `Hi @${name.toUpperCase()}, @${name}. and @unknown.one`
  const { id } = await aPost(server, author, { caption: `${caption} #named` })
  const comment = await server.call<Comment>(author, 'POST', `/api/posts/${id}/comments`, { text: caption })
  const readBody = async <Body>(viewer: TestUser | null, path: string) =>
    (await server.call<Body>(viewer, 'GET', path)).body
  const readInFeed = async (viewer: TestUser) => {
    const post = (await readBody<FeedPage>(viewer, '/api/feed')).posts.find((candidate) => candidate.id === id)
    return [post?.names, post?.comments[0]?.names]
  }
  const readEverywhere = async (viewer: TestUser | null) => [
    (await readBody<Post>(viewer, `/api/posts/${id}`)).names,
    (await readBody<PostPage>(viewer, '/api/tags/named/posts')).posts.find((candidate) => candidate.id === id)?.names,
    (await readBody<CommentPage>(viewer, `/api/posts/${id}/comments`)).comments[0]?.names,
    (await readBody<Comment>(viewer, `/api/comments/${comment.body.id}`)).names,
    ...(viewer ? await readInFeed(viewer) : []),
  ]
  return { id, comment: comment.body, readInFeed, readEverywhere }
}

describe('field `names` of a caption or comment', () => {
  it('lists the mentioned users who exist, in every response, also for visitors', async () => {
    const [author, mentionedUser] = [await aUser(server), await aUser(server, { username: 'null' })]
    const post = await aPostNaming(author, mentionedUser.username)
    expect(post.comment.names).toEqual(['null'])
    expect(await post.readEverywhere(author)).toEqual(Array.from({ length: 6 }, () => ['null']))
    expect(await post.readEverywhere(null)).toEqual(Array.from({ length: 4 }, () => ['null']))
    const change = { caption: `Now @${author.username}` }
    const changed = await server.call<Post>(author, 'PATCH', `/api/posts/${post.id}`, change)
    expect(changed.body.names).toEqual([author.username])
  })

  it('is omitted from the JSON when no existing user is mentioned', async () => {
    const author = await aUser(server)
    const { id } = await aPost(server, author, { caption: 'Nobody, or @unknown.one' })
    expect((await server.call(author, 'GET', `/api/posts/${id}`)).text).not.toContain('"names"')
  })

  it('omits deleted users, and users with a block between them and the viewer', async () => {
    const [author, viewer] = [await aUser(server), await aUser(server)]
    await givenFollow(server, viewer, author)
    const [blocker, blocked, deletedUser] = [await aUser(server), await aUser(server), await aUser(server)]
    const posts = [
      await aPostNaming(author, blocker.username),
      await aPostNaming(author, blocked.username),
      await aPostNaming(author, deletedUser.username),
    ]
    for (const post of posts)
      expect((await post.readEverywhere(viewer)).every((names) => names?.length === 1)).toBe(true)
    await givenBlock(server, blocker, viewer)
    await givenBlock(server, viewer, blocked)
    await markDeleted(server, deletedUser)
    for (const post of posts)
      expect(await post.readEverywhere(viewer)).toEqual(Array.from({ length: 6 }, () => undefined))
    expect(await posts[0]?.readInFeed(author)).toEqual([[blocker.username], [blocker.username]])
    expect(await posts[2]?.readInFeed(author)).toEqual([undefined, undefined])
  })

  it('is updated when a user is renamed, is deleted or signs up, even for a cached post', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    await givenFollow(server, reader, author)
    const mentionedUser = await aUser(server, { username: 'first.name' })
    const names = ['first.name', 'later.name', 'new.name']
    const posts = [await aPostNaming(author, 'first.name'), await aPostNaming(author, 'later.name')]
    posts.push(await aPostNaming(author, 'new.name'))
    /** Returns the names that the feed lists both for the caption and for the comment. */
    const listRealNames = async () => {
      const namesInFeed = await Promise.all(posts.map((post) => post.readInFeed(reader)))
      return names.filter((name, at) => namesInFeed[at]?.every((listedNames) => listedNames?.includes(name)))
    }
    expect(await listRealNames()).toEqual(['first.name'])
    await rename(mentionedUser, 'later.name')
    expect(await listRealNames()).toEqual(['later.name'])
    await aUser(server, { username: 'new.name' })
    expect(await listRealNames()).toEqual(['later.name', 'new.name'])
    await markDeleted(server, mentionedUser)
    expect(await listRealNames()).toEqual(['new.name'])
  })

  it('lists at most 20 users per text', async () => {
    const author = await aUser(server)
    const users = await Promise.all(
      Array.from({ length: 21 }, (_, n) => aUser(server, { username: `one.of.many${n}` })),
    )
    const caption = users.map(({ username }) => `@${username}`).join(' ')
    const { id } = await aPost(server, author, { caption })
    const { names } = (await server.call<Post>(author, 'GET', `/api/posts/${id}`)).body
    expect(names).toEqual(users.slice(0, 20).map(({ username }) => username))
  })
})
