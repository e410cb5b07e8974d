import type { Comment } from '@pawtrait/contract/comments.ts'
import { FeedPage, type FeedPost } from '@pawtrait/contract/feed.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import * as v from 'valibot'
import { beforeAll, expect, it } from 'vitest'
import { createPostCache, findViewerIndependentPosts } from '#features/posts/post-cache.ts'
import { createContext, type UserContext } from '#platform/context.ts'
import { estimateObjectBytes } from '#platform/database/cache.ts'
import { aPet, aPhoto, aPost, aUser, givenBlock, givenFollow, givenHide, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

// Quotes, escapes, line separators, half a surrogate pair, and characters of one to four bytes.
const oddText = '"\\" \\u0041 \u2028\u2029 </script> \ud800 é 犬 🐕‍🦺 {"names":["x"]},'

type Scene = { author: TestUser; reader: TestUser; stranger: TestUser; posts: PostId[] }
let scene: Scene

async function createComment(by: TestUser, post: PostId, text: string, parentId?: string) {
  const created = await server.call<Comment>(by, 'POST', `/api/posts/${post}/comments`, { text, parentId })
  return created.body.id
}

/** Creates posts of every kind, with texts that are hard to escape in JSON. */
beforeAll(async () => {
  const [author, reader, stranger] = [
    await aUser(server, { fullname: oddText }),
    await aUser(server),
    await aUser(server),
  ]
  await givenFollow(server, reader, author)
  const pet = await aPet(server, [author], 'Chai')
  await server.call(author, 'PATCH', `/api/pets/${pet}`, { name: oddText.slice(0, 30) })
  const mentioningText = `${oddText} @${reader.username} @${stranger.username} @unknown.user`
  const photos = []
  for (let n = 0; n < 10; n++) photos.push({ id: await aPhoto(server, author), alt: `${n} ${oddText}` })
  const fields = { caption: mentioningText, place: oddText.slice(0, 30), pets: [pet] }
  const fullPost = await server.call<FeedPost>(author, 'POST', '/api/posts', { photos, ...fields })
  const barePost = await aPost(server, author, { audience: 'followers', replies: 'nobody' })
  const editedPost = await aPost(server, author, { replies: 'followers', photoStates: ['ready', 'ready'] })
  await server.call(author, 'PATCH', `/api/posts/${editedPost.id}`, { caption: oddText, place: '' })
  const archivedPost = await aPost(server, author)
  await server.call(author, 'PUT', `/api/posts/${archivedPost.id}/archive`)
  await aPost(server, author, { photoStates: ['processing'] })
  const [first] = [
    await createComment(author, fullPost.body.id, mentioningText),
    await createComment(reader, fullPost.body.id, oddText),
  ]
  await createComment(reader, fullPost.body.id, mentioningText, first)
  await server.call(reader, 'PUT', `/api/comments/${first}/like`)
  await server.call(author, 'PUT', `/api/comments/${first}/pin`)
  for (const action of ['like', 'save']) await server.call(reader, 'PUT', `/api/posts/${editedPost.id}/${action}`)
  scene = { author, reader, stranger, posts: [editedPost.id, barePost.id, fullPost.body.id] }
})

const readFeedPage = (viewer: TestUser) => server.call<FeedPage>(viewer, 'GET', '/api/feed?limit=50')

it('feed from cached posts is valid JSON, matches the contract and repeats no field', async () => {
  for (const viewer of [scene.reader, scene.author]) {
    const { body, headers, text } = await readFeedPage(viewer)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(v.parse(FeedPage, body)).toStrictEqual(body)
    // Compares the raw text, because parsed JSON would hide a field that occurs twice.
    expect(text).toBe(JSON.stringify(body))
  }
})

it('feed from cached posts equals the feed without the cache, also for a viewer who blocks a user', async () => {
  const { author, reader, stranger } = scene
  for (const viewer of [reader, author]) {
    const { body } = await readFeedPage(viewer)
    await givenBlock(server, viewer, await aUser(server))
    expect((await readFeedPage(viewer)).body).toStrictEqual(body)
  }
  const { body } = await server.call<FeedPage>(await aFollower(), 'GET', '/api/feed')
  expect(body.posts.map(({ id }) => id)).toEqual(scene.posts)
  expect(body.posts[2]).toMatchObject({ names: [reader.username, stranger.username], author: { followedByMe: true } })
  expect(body.posts[2]?.photos.map(({ alt }) => alt)).toHaveLength(10)
  expect(body.posts[2]?.photos[9]?.alt).toBe(`9 ${oddText.toWellFormed()}`)
})

async function aFollower() {
  const follower = await aUser(server)
  await givenFollow(server, follower, scene.author)
  return follower
}

it('feed from cached posts omits hidden authors, and never shows another user’s like as the viewer’s', async () => {
  const [hider, other] = [await aFollower(), await aFollower()]
  await givenHide(server, hider, { user: scene.author })
  expect((await readFeedPage(hider)).body.posts).toEqual([])
  for (const { likedByMe, savedByMe, comments } of (await readFeedPage(other)).body.posts)
    expect([likedByMe, savedByMe, comments.some((comment) => comment.likedByMe || comment.mine)]).toEqual([
      ...[false, false, false],
    ])
})

it('post cache does not store a post larger than the whole cache', async () => {
  const { author, posts } = scene
  const caller = { viewer: author.id, session: author.session, ip: '', userAgent: '', requestId: '' }
  const ctx = createContext(server.deps, caller) as UserContext
  const sizes = posts.map(async (id) =>
    estimateObjectBytes((await findViewerIndependentPosts(ctx, [id])).get(id)?.value ?? {}),
  )
  const largest = Math.max(...(await Promise.all(sizes)))
  const isCached = async (maxBytes?: number) => {
    const cache = createPostCache(server.deps.invalidations, maxBytes)
    const [firstRead, secondRead] = [
      await findViewerIndependentPosts(ctx, posts, cache),
      await findViewerIndependentPosts(ctx, posts, cache),
    ]
    return posts.map((id) => firstRead.get(id) === secondRead.get(id))
  }
  expect(await isCached()).toEqual([true, true, true])
  // Sets a cache limit that only the post with ten photos exceeds.
  expect(await isCached(largest - 1)).toEqual([true, true, false])
})
