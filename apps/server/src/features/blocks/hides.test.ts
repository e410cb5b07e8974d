import type { HiddenItem, HideState } from '@pawtrait/contract/blocks.ts'
import type { FeedPage } from '@pawtrait/contract/feed.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import type { SearchPage } from '@pawtrait/contract/search.ts'
import { describe, expect, it } from 'vitest'
import { day, second } from '#testing/clock.ts'
import { aPet, aPost, aUser, givenFollow, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { givenPremium } from '#testing/ledger.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const hide = (user: TestUser | null, path: string, days: number | null = null) =>
  server.call<HideState>(user, 'PUT', `/api/${path}/hide`, { days })
const unhide = (user: TestUser, path: string) => server.call<HideState>(user, 'DELETE', `/api/${path}/hide`)
const listHides = async (user: TestUser) =>
  (await server.call<{ hidden: HiddenItem[]; cursor: string | null }>(user, 'GET', '/api/hides')).body

/** Returns one boolean per list or page: whether it shows the post to the user. */
async function findPlaces(user: TestUser, id: string, author: TestUser, word: string) {
  const posts = async (url: string) =>
    (await server.call<FeedPage & PostPage>(user, 'GET', url)).body.posts.some((post) => post.id === id)
  const search = await server.call<SearchPage>(user, 'GET', `/api/search?type=post&q=${word}`)
  return {
    feed: await posts('/api/feed'),
    explore: await posts('/api/explore?limit=50'),
    search: search.body.hits.some((hit) => hit.id === id),
    profile: await posts(`/api/users/${author.id}/posts`),
    link: (await server.call(user, 'GET', `/api/posts/${id}`)).status === 200,
  }
}

const everywhere = { feed: true, explore: true, search: true, profile: true, link: true }
const openedOnly = { feed: false, explore: false, search: false, profile: true, link: true }

/** Creates a Premium user who follows an author, and a post of the author with `word` as its caption. */
async function aReader(word: string) {
  const [reader, author] = [await aUser(server), await aUser(server)]
  await givenFollow(server, reader, author)
  await givenPremium(server, reader)
  const post = await aPost(server, author, { caption: word })
  return { reader, author, post, where: () => findPlaces(reader, post.id, author, word) }
}

describe('hiding a user’s posts', () => {
  it('removes them from feed, Explore and search until the user is unhidden, and keeps the follow', async () => {
    const { reader, author, where } = await aReader('marigoldsky')
    expect(await where()).toEqual(everywhere)
    expect(await hide(reader, `users/${author.id}`)).toMatchObject({
      status: 200,
      body: { hiddenByMe: true, until: null },
    })
    expect(await where()).toEqual(openedOnly)
    expect(await listHides(reader)).toMatchObject({
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
    expect((await listHides(reader)).hidden).toEqual([])
  })

  it('can be undone for one user while other users stay hidden', async () => {
    const [{ reader, author }, other] = [await aReader('saffronmoor'), await aUser(server)]
    for (const user of [author, other]) await hide(reader, `users/${user.id}`)
    await unhide(reader, `users/${author.id}`)
    expect(await listHides(reader)).toMatchObject({ hidden: [{ user: { id: other.id } }] })
  })

  it('ends after the chosen number of days, and a second request can change that number', async () => {
    const { reader, author, where } = await aReader('cobaltheron')
    await hide(reader, `users/${author.id}`)
    const until = new Date(server.clock.now().getTime() + day).toISOString()
    expect((await hide(reader, `users/${author.id}`, 1)).body).toEqual({ hiddenByMe: true, until })
    server.clock.advance(day - second)
    expect(await where()).toEqual(openedOnly)
    server.clock.advance(second)
    expect(await where()).toEqual(everywhere)
    expect((await listHides(reader)).hidden).toEqual([])
  })

  it('remains and can be undone after Premium ends, but a new hide returns 403 (security check P10)', async () => {
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

  it('can be undone after the hidden user was deleted, but only once (then 404)', async () => {
    const { reader, author } = await aReader('tealmarsh')
    await hide(reader, `users/${author.id}`)
    await markDeleted(server, author)
    expect((await unhide(reader, `users/${author.id}`)).status).toBe(200)
    expect((await unhide(reader, `users/${author.id}`)).status).toBe(404)
  })

  it('requires a session (401), Premium (403), a user other than the viewer (400) and valid days (400)', async () => {
    const [free, other] = [await aUser(server), await aUser(server)]
    expect((await hide(null, `users/${other.id}`)).status).toBe(401)
    expect((await hide(free, `users/${other.id}`)).status).toBe(403)
    expect((await hide(free, `users/${free.id}`)).status).toBe(400)
    expect((await hide(free, `users/${other.id}`, 2)).status).toBe(400)
    expect((await server.call(null, 'GET', '/api/hides')).status).toBe(401)
    expect((await server.call(free, 'GET', '/api/hides?cursor=x')).status).toBe(400)
  })

  it('is stored only once for five simultaneous requests', async () => {
    const { reader, author } = await aReader('amberfinch')
    const responses = await Promise.all(Array.from({ length: 5 }, () => hide(reader, `users/${author.id}`, 7)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await listHides(reader)).hidden).toHaveLength(1)
  })
})

it('hiding a pet removes other users’ posts with this pet from the viewer’s lists', async () => {
  const { reader, author } = await aReader('quietlynx')
  const pet = await aPet(server, [author, reader])
  const otherPost = await aPost(server, author, { caption: 'silverbirch', pets: [pet] })
  const ownPost = await aPost(server, reader, { caption: 'goldenbirch', pets: [pet] })
  await hide(reader, `pets/${pet}`, 30)
  expect(await findPlaces(reader, otherPost.id, author, 'silverbirch')).toEqual(openedOnly)
  expect(await findPlaces(reader, ownPost.id, reader, 'goldenbirch')).toMatchObject({ feed: true, search: true })
  expect((await listHides(reader)).hidden).toMatchObject([{ type: 'pet', pet: { id: pet } }])
  await unhide(reader, `pets/${pet}`)
  expect(await findPlaces(reader, otherPost.id, author, 'silverbirch')).toMatchObject({ feed: true, search: true })
})
