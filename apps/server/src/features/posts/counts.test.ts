import type { FollowState } from '@pawtrait/contract/follows.ts'
import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { describe, expect, it } from 'vitest'
import {
  aPet,
  aPost,
  aUser,
  givenBlock,
  givenCloseFriend,
  givenFollow,
  givenPetFollow,
  givenRole,
  type TestUser,
} from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
type Counts = { followers: number; following: number; posts: number }
const countsAt = async (viewer: TestUser | null, url: string) =>
  (await server.call<{ counts: Counts }>(viewer, 'GET', url)).body.counts
const readUserCounts = (viewer: TestUser | null, user: TestUser) => countsAt(viewer, `/users/${user.id}`)
const readPetCounts = (viewer: TestUser | null, pet: PetId) => countsAt(viewer, `/api/pets/${pet}`)
const countListed = async (viewer: TestUser | null, url: string) =>
  (await server.call<{ posts: Post[] }>(viewer, 'GET', `${url}?limit=50`)).body.posts.length

/** Creates an author with a pet, and three kinds of readers. `countPosts` returns the post count for each reader. */
async function anAuthor() {
  const [author, follower, friend, stranger] = [
    await aUser(server),
    await aUser(server),
    await aUser(server),
    await aUser(server),
  ]
  await givenFollow(server, follower, author)
  await givenCloseFriend(server, author, friend)
  const pet = await aPet(server, [author])
  const readers = { author, follower, friend, stranger, visitor: null }
  const countPosts = async () => {
    const postCounts: Record<string, number> = {}
    for (const [name, viewer] of Object.entries(readers)) {
      const numbers = [
        (await readUserCounts(viewer, author)).posts,
        (await server.call<{ counts: Counts }>(viewer, 'GET', `/api/users/by-username/${author.username}`)).body.counts
          .posts,
        await countListed(viewer, `/api/users/${author.id}/posts`),
        (await readPetCounts(viewer, pet)).posts,
        await countListed(viewer, `/api/pets/${pet}/posts`),
      ]
      expect(`${name}: ${[...new Set(numbers)].join(' ')}`).toBe(`${name}: ${numbers[0]}`)
      postCounts[name] = numbers[0] ?? -1
    }
    return postCounts
  }
  return { author, pet, countPosts }
}

describe('post count of a user or pet', () => {
  it('equals the number of posts that each reader can list, after changes of privacy and audience', async () => {
    const { author, pet, countPosts } = await anAuthor()
    const post = async (audience: Post['audience']) => aPost(server, author, { audience, pets: [pet] })
    const [open, , close] = [await post('everyone'), await post('followers'), await post('close-friends')]
    await post('close-friends')
    const all = { author: 4, follower: 2, friend: 3, stranger: 1, visitor: 1 }
    expect(await countPosts()).toEqual(all)
    await server.call(author, 'PUT', '/api/profile/privacy', { isPrivate: true })
    expect(await countPosts()).toEqual({ ...all, friend: 2, stranger: 0, visitor: 0 })
    await server.call(author, 'PUT', '/api/profile/privacy', { isPrivate: false })
    await server.call(author, 'PUT', `/api/posts/${close.id}/archive`)
    expect(await countPosts()).toEqual({ ...all, author: 3, friend: 2 })
    await server.call(author, 'DELETE', `/api/posts/${close.id}/archive`)
    await server.call(author, 'PATCH', `/api/posts/${open.id}`, { audience: 'followers' })
    expect(await countPosts()).toEqual({ author: 4, follower: 2, friend: 2, stranger: 0, visitor: 0 })
    await server.call(author, 'PATCH', `/api/posts/${open.id}`, { audience: 'everyone' })
    await server.call(author, 'DELETE', `/api/posts/${close.id}`)
    expect(await countPosts()).toEqual({ author: 3, follower: 2, friend: 2, stranger: 1, visitor: 1 })
  })

  it('changes when a pet is tagged or untagged, and excludes posts of users who block the reader', async () => {
    const [owner, carer, reader] = [await aUser(server), await aUser(server), await aUser(server)]
    const [rex, tom] = [await aPet(server, [owner], 'Rex'), await aPet(server, [owner], 'Tom')]
    await givenRole(server, rex, carer, 'carer')
    await aPost(server, carer, { pets: [rex] })
    const post = await aPost(server, owner, { audience: 'close-friends', pets: [rex] })
    await server.call(owner, 'PATCH', `/api/posts/${post.id}`, { audience: 'everyone', pets: [tom] })
    expect([(await readPetCounts(reader, rex)).posts, (await readPetCounts(reader, tom)).posts]).toEqual([1, 1])
    await server.call(owner, 'PATCH', `/api/posts/${post.id}`, { pets: [rex] })
    expect([(await readPetCounts(reader, rex)).posts, (await readPetCounts(reader, tom)).posts]).toEqual([2, 0])
    await givenBlock(server, carer, reader)
    expect((await readPetCounts(reader, rex)).posts).toBe(1)
    expect((await readPetCounts(null, rex)).posts).toBe(2)
  })
})

it('follower and following counts exclude users who block the reader or are blocked by the reader', async () => {
  const [user, a, b, reader] = [await aUser(server), await aUser(server), await aUser(server), await aUser(server)]
  const pet = await aPet(server, [user])
  for (const other of [a, b]) {
    await givenFollow(server, other, user)
    await givenFollow(server, user, other)
    await givenPetFollow(server, other, pet)
  }
  await givenBlock(server, reader, a)
  await givenBlock(server, b, reader)
  expect(await readUserCounts(reader, user)).toMatchObject({ followers: 0, following: 0 })
  expect(await readPetCounts(reader, pet)).toMatchObject({ followers: 0 })
  expect(await readUserCounts(null, user)).toMatchObject({ followers: 2, following: 2 })
  const states = []
  for (const [method, url] of [
    ['PUT', `/api/users/${user.id}/follow`],
    ['DELETE', `/api/users/${user.id}/follow`],
    ['PUT', `/api/pets/${pet}/follow`],
    ['DELETE', `/api/pets/${pet}/follow`],
  ] as const)
    states.push((await server.call<FollowState>(reader, method, url)).body.followerCount)
  expect(states).toEqual([1, 0, 1, 0])
  await server.call(user, 'PUT', '/api/profile/privacy', { isPrivate: true })
  const response = await server.call<FollowState>(reader, 'PUT', `/api/users/${user.id}/follow`)
  expect(response.body).toMatchObject({ requestedByMe: true, followerCount: 0 })
})
