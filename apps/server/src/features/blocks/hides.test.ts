import type { Hidden, HideState } from '@pawtrait/contract/blocks.ts'
import type { FeedPage } from '@pawtrait/contract/feed.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import type { SearchPage } from '@pawtrait/contract/search.ts'
import { describe, expect, it } from 'vitest'
import { day, second } from '#testing/clock.ts'
import { aPet, aPost, aUser, givenFollow, markDeleted, type TestUser } from '#testing/given.ts'
import { givenPremium } from '#testing/ledger.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const hide = (who: TestUser | null, path: string, days: number | null = null) =>
  server.call<HideState>(who, 'PUT', `/api/${path}/hide`, { days })
const unhide = (who: TestUser, path: string) => server.call<HideState>(who, 'DELETE', `/api/${path}/hide`)
const hidden = async (who: TestUser) =>
  (await server.call<{ hidden: Hidden[]; cursor: string | null }>(who, 'GET', '/api/hides')).body

/** Where a post stands for somebody. */
async function placesOf(who: TestUser, id: string, author: TestUser, word: string) {
  const posts = async (url: string) =>
    (await server.call<FeedPage & PostPage>(who, 'GET', url)).body.posts.some((post) => post.id === id)
  const search = await server.call<SearchPage>(who, 'GET', `/api/search?type=post&q=${word}`)
  return {
    feed: await posts('/api/feed'),
    explore: await posts('/api/explore?limit=50'),
    search: search.body.hits.some((hit) => hit.id === id),
    profile: await posts(`/api/users/${author.id}/posts`),
    link: (await server.call(who, 'GET', `/api/posts/${id}`)).status === 200,
  }
}

const everywhere = { feed: true, explore: true, search: true, profile: true, link: true }
const openedOnly = { feed: false, explore: false, search: false, profile: true, link: true }

/** A paying reader who follows an author; the post has a word of its own. */
async function aReader(word: string) {
  const [reader, author] = [await aUser(server), await aUser(server)]
  await givenFollow(server, reader, author)
  await givenPremium(server, reader)
  const post = await aPost(server, author, { caption: word })
  return { reader, author, post, where: () => placesOf(reader, post.id, author, word) }
}

describe('hiding the posts of a user', () => {
  it('takes them out of feed, explore and search, keeps the follow, and is undone', async () => {
    const { reader, author, where } = await aReader('marigoldsky')
    expect(await where()).toEqual(everywhere)
    expect(await hide(reader, `users/${author.id}`)).toMatchObject({
      status: 200,
      body: { hiddenByMe: true, until: null },
    })
    expect(await where()).toEqual(openedOnly)
    expect(await hidden(reader)).toMatchObject({
      hidden: [{ type: 'user', user: { id: author.id, username: author.username }, until: null }],
      cursor: null,
    })
    const profile = await server.call<{ followedByMe: boolean }>(
      reader,
      'GET',
      `/api/users/by-username/${author.username}`,
    )
    expect(profile.body).toMatchObject({ followedByMe: true })
    expect(await unhide(reader, `users/${author.id}`)).toMatchObject({ body: { hiddenByMe: false, until: null } })
    expect(await where()).toEqual(everywhere)
    expect((await hidden(reader)).hidden).toEqual([])
  })

  it('is undone for that user alone', async () => {
    const [{ reader, author }, other] = [await aReader('saffronmoor'), await aUser(server)]
    for (const who of [author, other]) await hide(reader, `users/${who.id}`)
    await unhide(reader, `users/${author.id}`)
    expect(await hidden(reader)).toMatchObject({ hidden: [{ user: { id: other.id } }] })
  })

  it('ends by itself after the days it was asked for; asked again it changes them', async () => {
    const { reader, author, where } = await aReader('cobaltheron')
    await hide(reader, `users/${author.id}`)
    const until = new Date(server.clock.now().getTime() + day).toISOString()
    expect((await hide(reader, `users/${author.id}`, 1)).body).toEqual({ hiddenByMe: true, until })
    server.clock.advance(day - second)
    expect(await where()).toEqual(openedOnly)
    server.clock.advance(second)
    expect(await where()).toEqual(everywhere)
    expect((await hidden(reader)).hidden).toEqual([])
  })

  it('P10 stays when the plan has ended, can be undone then, and not be added to', async () => {
    const { reader, author, where } = await aReader('velvetotter')
    await hide(reader, `users/${author.id}`)
    server.clock.advance(25 * day)
    expect(await where()).toEqual(openedOnly)
    server.clock.advance(12 * day)
    expect(await where()).toEqual(openedOnly)
    const other = await aUser(server)
    expect(await hide(reader, `users/${other.id}`)).toMatchObject({
      status: 403,
      body: { code: 'premium-required' },
    })
    expect((await unhide(reader, `users/${author.id}`)).status).toBe(200)
    expect(await where()).toEqual(everywhere)
  })

  it('is undone once, though they are gone; after that there is nothing to undo', async () => {
    const { reader, author } = await aReader('tealmarsh')
    await hide(reader, `users/${author.id}`)
    await markDeleted(server, author)
    expect((await unhide(reader, `users/${author.id}`)).status).toBe(200)
    expect((await unhide(reader, `users/${author.id}`)).status).toBe(404)
  })

  it('is for whoever pays, never for oneself, and in words the server knows', async () => {
    const [free, other] = [await aUser(server), await aUser(server)]
    expect((await hide(null, `users/${other.id}`)).status).toBe(401)
    expect((await hide(free, `users/${other.id}`)).status).toBe(403)
    expect((await hide(free, `users/${free.id}`)).status).toBe(400)
    expect((await hide(free, `users/${other.id}`, 2)).status).toBe(400)
    expect((await server.call(null, 'GET', '/api/hides')).status).toBe(401)
    expect((await server.call(free, 'GET', '/api/hides?cursor=x')).status).toBe(400)
  })

  it('once is once, however often it is asked at once', async () => {
    const { reader, author } = await aReader('amberfinch')
    const asked = await Promise.all(Array.from({ length: 5 }, () => hide(reader, `users/${author.id}`, 7)))
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await hidden(reader)).hidden).toHaveLength(1)
  })
})

it('hides the posts a pet is in, whoever wrote them, but never one’s own', async () => {
  const { reader, author } = await aReader('quietlynx')
  const pet = await aPet(server, [author, reader])
  const theirs = await aPost(server, author, { caption: 'silverbirch', pets: [pet] })
  const own = await aPost(server, reader, { caption: 'goldenbirch', pets: [pet] })
  await hide(reader, `pets/${pet}`, 30)
  expect(await placesOf(reader, theirs.id, author, 'silverbirch')).toEqual(openedOnly)
  expect(await placesOf(reader, own.id, reader, 'goldenbirch')).toMatchObject({ feed: true, search: true })
  expect((await hidden(reader)).hidden).toMatchObject([{ type: 'pet', pet: { id: pet } }])
  await unhide(reader, `pets/${pet}`)
  expect(await placesOf(reader, theirs.id, author, 'silverbirch')).toMatchObject({ feed: true, search: true })
})
