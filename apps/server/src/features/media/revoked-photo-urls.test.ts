import type { Photo } from '@pawtrait/contract/photos/photos.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import type { Story } from '@pawtrait/contract/stories.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { day, hour } from '#testing/clock.ts'
import { aPet, aPost, aStory, aUser, givenCloseFriend, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { fetchFile, fetchFileStatus, narrowestSrc } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
let author: TestUser
let reader: TestUser
beforeEach(async () => {
  // Signed URLs expire at the end of a UTC day, so the tests start at noon.
  server.clock.advance((36 * hour - (server.clock.now().getTime() % day)) % day)
  author = await aUser(server)
  reader = await aUser(server)
  await givenFollow(server, reader, author)
})

/** Stores the smallest file of a photo, checks that its signed URL returns 200, and returns the URL. */
async function openPhotoUrl(photo: Photo): Promise<string> {
  const src = narrowestSrc(photo)
  const [, , name, file] = new URL(src, 'http://localhost').pathname.split('/')
  await server.deps.storage.put(`${name}-${file}`, Buffer.from('a rendition'))
  expect([src, await fetchFileStatus(server, src)]).toEqual([expect.stringContaining('?until='), 200])
  return src
}

const getPhoto = (post: Pick<Post, 'photos'>): Photo => post.photos[0] as Photo
const readPost = async (user: TestUser, { id }: Post) => (await server.call<Post>(user, 'GET', `/api/posts/${id}`)).body
const expectSuccess = async (answer: Promise<{ status: number }>) => expect([200, 204]).toContain((await answer).status)

test('unsigned photo URL returns 404 while the author’s account is private', async () => {
  const post = await aPost(server, author)
  const src = narrowestSrc(getPhoto(await readPost(reader, post)))
  const [, , name, file] = src.split('/')
  await server.deps.storage.put(`${name}-${file}`, Buffer.from('a rendition'))
  expect(await fetchFileStatus(server, src)).toBe(200)
  await expectSuccess(server.call(author, 'PUT', '/api/profile/privacy', { isPrivate: true }))
  expect(await fetchFileStatus(server, src)).toBe(404)
  await expectSuccess(server.call(author, 'PUT', '/api/profile/privacy', { isPrivate: false }))
  await server.runJobs()
  expect(await fetchFileStatus(server, src)).toBe(200)
})

describe('signed photo URL', () => {
  type Change = (post: Post) => Promise<void>
  const changes: [string, 'followers' | 'close-friends', Change][] = [
    [
      'the author blocks the reader',
      'followers',
      () => expectSuccess(server.call(author, 'PUT', `/api/users/${reader.id}/block`)),
    ],
    [
      'the reader blocks the author',
      'followers',
      () => expectSuccess(server.call(reader, 'PUT', `/api/users/${author.id}/block`)),
    ],
    [
      'the author removes the reader from the followers',
      'followers',
      () => expectSuccess(server.call(author, 'DELETE', `/api/followers/${reader.id}`)),
    ],
    [
      'the reader is no longer a close friend',
      'close-friends',
      () => expectSuccess(server.call(author, 'DELETE', `/api/close-friends/${reader.id}`)),
    ],
    [
      'the audience of the post changes to close friends',
      'followers',
      ({ id }) => expectSuccess(server.call(author, 'PATCH', `/api/posts/${id}`, { audience: 'close-friends' })),
    ],
    [
      'the post is archived',
      'followers',
      ({ id }) => expectSuccess(server.call(author, 'PUT', `/api/posts/${id}/archive`)),
    ],
  ]
  test.each(changes)('returns 404 when %s, but the author receives a new URL', async (_name, audience, change) => {
    if (audience === 'close-friends') await givenCloseFriend(server, author, reader)
    const post = await aPost(server, author, { audience })
    const src = await openPhotoUrl(getPhoto(await readPost(reader, post)))
    await change(post)
    expect(await fetchFileStatus(server, src)).toBe(404)
    const own = await openPhotoUrl(getPhoto(await readPost(author, post)))
    expect(own).not.toBe(src)
  })

  const widened = [
    ['followers', false],
    ['everyone', true],
  ] as const
  test.each(widened)(
    'returns 404 to a close friend who is no follower once the audience changes to %s (private account: %s)',
    async (audience, isPrivate) => {
      const friend = await aUser(server)
      await expectSuccess(server.call(author, 'PUT', '/api/profile/privacy', { isPrivate }))
      await givenCloseFriend(server, author, friend)
      const post = await aPost(server, author, { audience: 'close-friends' })
      const src = await openPhotoUrl(getPhoto(await readPost(friend, post)))
      await expectSuccess(server.call(author, 'PATCH', `/api/posts/${post.id}`, { audience }))
      expect((await server.call(friend, 'GET', `/api/posts/${post.id}`)).status).toBe(404)
      expect(await fetchFileStatus(server, src)).toBe(404)
      await openPhotoUrl(getPhoto(await readPost(reader, post)))
    },
  )

  test('returns 404 after the reader unfollows a private account, but 200 if the account is public', async () => {
    const post = await aPost(server, author, { audience: 'followers' })
    const src = await openPhotoUrl(getPhoto(await readPost(reader, post)))
    const leave = () => expectSuccess(server.call(reader, 'DELETE', `/api/users/${author.id}/follow`))
    await leave()
    expect(await fetchFileStatus(server, src)).toBe(200)
    await givenFollow(server, reader, author)
    await expectSuccess(server.call(author, 'PUT', '/api/profile/privacy', { isPrivate: true }))
    const again = await openPhotoUrl(getPhoto(await readPost(reader, post)))
    await leave()
    expect(await fetchFileStatus(server, again)).toBe(404)
  })

  test('returns 404 for a story photo once the author’s account is private', async () => {
    const stranger = await aUser(server)
    const story = await aStory(server, author, { audience: 'everyone' })
    const { body } = await server.call<Story>(stranger, 'GET', `/api/stories/${story.id}`)
    const src = await openPhotoUrl(body.photo)
    await expectSuccess(server.call(author, 'PUT', '/api/profile/privacy', { isPrivate: true }))
    expect(await fetchFileStatus(server, src)).toBe(404)
  })
})

test('signed photo URL does not change after unrelated blocks, caption changes and a wider audience', async () => {
  const [other, another] = [await aUser(server), await aUser(server)]
  const post = await aPost(server, author, { audience: 'close-friends' })
  const src = await openPhotoUrl(getPhoto(await readPost(author, post)))
  await expectSuccess(server.call(other, 'PUT', `/api/users/${another.id}/block`))
  await expectSuccess(server.call(author, 'PATCH', `/api/posts/${post.id}`, { caption: 'Another word' }))
  await expectSuccess(server.call(author, 'PATCH', `/api/posts/${post.id}`, { audience: 'followers' }))
  expect(narrowestSrc(getPhoto(await readPost(reader, post)))).toBe(src)
  expect(await fetchFileStatus(server, src)).toBe(200)
})

describe('story photo URL', () => {
  test('is cacheable until the story expires, and returns 410 after that', async () => {
    const story = await aStory(server, author)
    const src = await openPhotoUrl(story.photo)
    server.clock.advance(day - 90_500)
    expect((await fetchFile(server, src)).headers['cache-control']).toBe('private, max-age=90, immutable')
    server.clock.advance(90_499)
    const last = await fetchFile(server, src)
    expect([last.statusCode, last.headers['cache-control']]).toEqual([200, 'private, max-age=0, immutable'])
    server.clock.advance(1)
    expect(await fetchFileStatus(server, src)).toBe(410)
    expect((await fetchFile(server, src)).headers['cache-control']).toBe('no-store')
  })

  test('returns 200 for an expired story while the story is a highlight, and 410 afterwards', async () => {
    const pet = await aPet(server, [author])
    const story = await aStory(server, author, { pets: [pet] })
    const src = await openPhotoUrl(story.photo)
    const highlight = `/api/stories/${story.id}/highlights/${pet}`
    await expectSuccess(server.call(author, 'PUT', highlight))
    server.clock.advance(day)
    const response = await fetchFile(server, src)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([
      200,
      expect.stringMatching(/max-age=[1-9]\d{3,}/),
    ])
    await expectSuccess(server.call(author, 'DELETE', highlight))
    expect(await fetchFileStatus(server, src)).toBe(410)
  })

  test('returns 410 when the pet with the highlight is deleted', async () => {
    const pet = await aPet(server, [author])
    const story = await aStory(server, author, { pets: [pet] })
    const src = await openPhotoUrl(story.photo)
    await expectSuccess(server.call(author, 'PUT', `/api/stories/${story.id}/highlights/${pet}`))
    server.clock.advance(day)
    await expectSuccess(server.call(author, 'DELETE', `/api/pets/${pet}`))
    expect(await fetchFileStatus(server, src)).toBe(410)
  })
})
