import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type PageDefinition, pages } from '@pawtrait/contract/pages.ts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aPet, aPhoto, aPost, aUser, givenFollow, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { givenPremium } from '#testing/ledger.ts'
import { readMetaTags } from '#testing/meta-tags.ts'
import { reportAndWarn } from '#testing/moderators.ts'
import { type Caller, serverForFile } from '#testing/server.ts'

const server = serverForFile({}, {}, { pages: true })

const page = (caller: Caller, url: string) =>
  server.call<string>(caller, 'GET', url, undefined, { headers: { accept: 'text/html' } })

afterEach(() => {
  const errors = server.lines.filter((line) => line.includes('"level":"error"'))
  if (errors.length > 0) throw new Error(`the log holds errors:\n${errors.join('')}`)
})

let anna: TestUser
let reader: TestUser
let receipt: string
const examplePaths: Record<string, string> = {}

beforeAll(async () => {
  anna = await aUser(server, { username: 'anna', fullname: 'Anna <Achieng>' })
  reader = await aUser(server, { username: 'reader' })
  await server.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  await givenFollow(server, reader, anna)
  const pet = await aPet(server, [anna], 'Biscuit')
  const post = await aPost(server, anna, { caption: 'Sun & rain #garden', pets: [pet] })
  await server.call(anna, 'PUT', '/api/profile/image', { photo: await aPhoto(server, anna) })
  const commentBody = { text: 'Look at <u-x>' }
  const comment = await server.call<{ id: string }>(reader, 'POST', `/api/posts/${post.id}/comments`, commentBody)
  const moderation = await reportAndWarn(server, anna, { type: 'comment', id: comment.body.id })
  const mango = await aPet(server, [reader], 'Mango')
  const inviteBody = { role: 'family', username: 'anna' }
  const invite = await server.call<{ invite: { id: string } }>(reader, 'POST', `/api/pets/${mango}/invites`, inviteBody)
  const collection = await server.call<{ id: string }>(anna, 'POST', '/api/collections', { name: 'Beach dogs' })
  const storyBody = { photo: await aPhoto(server, anna), alt: 'Biscuit' }
  const story = await server.call<{ id: string }>(anna, 'POST', '/api/stories', storyBody)
  const pets = `/pets/biscuit-${pet.slice(-12)}`
  const order = await server.call<{ receipt: string }>(anna, 'GET', `/api/orders/${await givenPremium(server, anna)}`)
  receipt = order.body.receipt
  Object.assign(examplePaths, {
    ':number': `/receipts/${receipt}`,
    '/saved/:id': `/saved/${collection.body.id}`,
    '/stories/:id': `/stories/${story.body.id}`,
    ':invite': `/invitations/${invite.body.invite.id}`,
    ':id': `/posts/${post.id}`,
    '/decisions/:id': `/decisions/${moderation.decision}`,
    '/moderation/:at?': `/moderation/${moderation.report}`,
    ':slug': pets,
    ':handle': '/@anna',
    ':tag': '/tags/garden',
    ':species': '/explore/dogs',
  })
})

/** Returns the path of a route of the web app, with example parameters. */
const fill = (route: string) => {
  if (examplePaths[route]) return examplePaths[route]
  const parameter = /:\w+/.exec(route)?.[0]
  return parameter ? route.replace(/^.*:\w+/, examplePaths[parameter] ?? '') : route
}

const titles: Record<keyof typeof pages, string> = {
  landing: 'Pawtrait: a wall of their own',
  signUp: 'Sign Up · Pawtrait',
  signUpMinor: 'Sign Up · Pawtrait',
  under13: 'See you when you’re 13 · Pawtrait',
  logIn: 'Log In · Pawtrait',
  forgot: 'Get back in · Pawtrait',
  resetSignIn: 'A new zip code · Pawtrait',
  recover: 'Log in with a recovery code · Pawtrait',
  restore: 'Get your account back · Pawtrait',
  guardian: 'Confirm an account · Pawtrait',
  undoEmailChange: 'Wasn’t it you? · Pawtrait',
  post: 'Anna <Achieng>: Sun & rain #garden · Pawtrait',
  species: 'Dogs · Pawtrait',
  tag: '#garden · Pawtrait',
  pet: 'Biscuit · Pawtrait',
  inviteLink: 'Invitation · Pawtrait',
  story: 'Story by anna · Pawtrait',
  user: 'Anna <Achieng> (@anna) · Pawtrait',
  followers: 'Followers of Anna <Achieng> · Pawtrait',
  following: 'People Anna <Achieng> follows · Pawtrait',
  privacy: 'Privacy · Pawtrait',
  safety: 'Safety · Pawtrait',
  rules: 'Rules · Pawtrait',
  transparency: 'Transparency · Pawtrait',
  photoRequest: 'Take a photo down · Pawtrait',
  decision: 'Decision · Pawtrait',
  feed: 'Feed · Pawtrait',
  create: 'Create · Pawtrait',
  search: 'Search · Pawtrait',
  premium: 'Premium · Pawtrait',
  profile: 'Profile · Pawtrait',
  editProfile: 'Edit profile · Pawtrait',
  newPet: 'Add a pet · Pawtrait',
  editPet: 'Edit Biscuit · Pawtrait',
  petPeople: 'Biscuit’s people · Pawtrait',
  petInvite: 'Biscuit’s people · Pawtrait',
  invitation: 'Invitation · Pawtrait',
  editPost: 'Edit post · Pawtrait',
  postHistory: 'Edit history · Pawtrait',
  archive: 'Archive · Pawtrait',
  drafts: 'Drafts · Pawtrait',
  saved: 'Saved · Pawtrait',
  collection: 'Beach dogs · Pawtrait',
  newStory: 'New story · Pawtrait',
  notifications: 'Notifications · Pawtrait',
  receipt: 'Receipt {number} · Pawtrait',
  settings: 'Settings · Pawtrait',
  settingsAccount: 'Account · Pawtrait',
  settingsSecurity: 'Security · Pawtrait',
  settingsPrivacy: 'Privacy · Pawtrait',
  settingsData: 'Data · Pawtrait',
  settingsNotifications: 'Notification settings · Pawtrait',
  settingsAppearance: 'Appearance · Pawtrait',
  payments: 'Payments · Pawtrait',
  hidden: 'Hidden · Pawtrait',
  requests: 'Follow requests · Pawtrait',
  closeFriends: 'Close friends · Pawtrait',
  animals: 'Hidden animals · Pawtrait',
  blocked: 'Blocked · Pawtrait',
  muted: 'Muted · Pawtrait',
  importArchive: 'Import posts · Pawtrait',
  decisions: 'Decisions about you · Pawtrait',
  moderation: 'Report · Pawtrait',
}

const rows: (PageDefinition & { title: string })[] = (Object.keys(titles) as (keyof typeof pages)[]).map((name) => ({
  ...pages[name],
  title: titles[name],
}))
const publicPages = rows.filter(({ audience }) => audience === 'anyone' || audience === 'visitor')
const forVisitors = rows.filter(({ audience }) => audience === 'visitor')
const userPages = rows.filter((row) => !publicPages.includes(row))

describe('page routes', () => {
  for (const { path: route, title, listed } of publicPages)
    it(`${route} returns 200 to a visitor, with title, Open Graph tags and robots meta tag`, async () => {
      const { status, text, headers } = await page(null, fill(route))
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      const head = readMetaTags(text)
      expect(head).toMatchObject({
        title,
        'og:title': title,
        'og:type': 'website',
        'og:site_name': 'Pawtrait',
        'og:url': `http://localhost:3000${fill(route)}`,
      })
      expect(head.robots).toBe(listed ? undefined : 'noindex')
      expect(text).toMatch(/<h1[ >]/)
      expect(text).not.toMatch(/ style=|<style|javascript:|src="data:|<u-x|<Achieng/)
      expect(text).not.toContain('@example.test')
    })

  it('link only to assets that exist', async () => {
    const userPaths = ['/dashboard', '/dashboard/search', '/dashboard/premium', '/notifications', '/saved', '/settings']
    const openPaths = ['/', '/signup', '/login', '/reset-signin', '/privacy', '/nothing-here', fill('/posts/:id')]
    const texts = [...userPaths.map((url) => page(reader, url)), ...openPaths.map((url) => page(null, url))]
    const assetPaths = (await Promise.all(texts)).flatMap(({ text }) => text.match(/\/assets\/[\w.-]+/g) ?? [])
    const files = [...new Set(assetPaths)]
    expect(files.length).toBeGreaterThan(10)
    const missing: string[] = []
    for (const file of files) if ((await server.call(null, 'GET', file)).status !== 200) missing.push(file)
    expect(missing).toEqual([])
  })

  it.each(['br', 'gzip'])('use the accepted compression (%s), like their scripts and styles', async (encoding) => {
    const { text } = await page(null, '/')
    const files = /src="(\/assets\/[^"]+\.js)".*/.exec(text)?.slice(1) ?? []
    const styles = /href="(\/assets\/[^"]+\.css)"/.exec(text)?.slice(1) ?? []
    const encodings: unknown[] = []
    for (const url of ['/', ...files, ...styles]) {
      const { headers } = await server.call(null, 'GET', url, undefined, { headers: { 'accept-encoding': encoding } })
      encodings.push([headers['content-encoding'], headers.vary])
    }
    expect(encodings).toEqual(Array.from({ length: 3 }, () => [encoding, expect.stringMatching(/accept-encoding/i)]))
  })

  for (const { path: route, title } of userPages) {
    it(`${route} redirects a visitor to /login with its path and query in ?next=`, async () => {
      const { status, headers } = await page(null, `${fill(route)}?from=x`)
      expect(status).toBe(302)
      expect(headers.location).toBe(`/login?next=${encodeURIComponent(`${fill(route)}?from=x`)}`)
    })

    it(`${route} returns 200 to a logged-in user, with title, heading and links that need no script`, async () => {
      const { status, text } = await page(anna, fill(route))
      expect(status).toBe(200)
      expect(readMetaTags(text)).toMatchObject({ title: title.replace('{number}', receipt), robots: 'noindex' })
      const body = /<body>.*(?=<script type="application\/json" id="page-state">)/s.exec(text)?.[0]
      for (const part of [/<main[ >]/, /<h1[ >]/, /<a [^>]*href="\/dashboard\/search"/]) expect(body).toMatch(part)
      expect(body).not.toMatch(/ style=|<style/)
    })
  }

  for (const { path: route, title } of publicPages.filter(({ audience }) => audience === 'anyone'))
    it(`${route} returns 200 to a logged-in user`, async () => {
      const { status, text } = await page(reader, fill(route))
      expect([status, readMetaTags(text).title]).toEqual([200, title])
    })

  it('redirect logged-in users from visitor-only pages to the feed', async () => {
    expect(forVisitors.length).toBeGreaterThan(0)
    for (const { path } of forVisitors)
      expect(await page(reader, path)).toMatchObject({ status: 302, headers: { location: '/dashboard' } })
  })

  it('include a picture in the Open Graph tags of posts and profiles', async () => {
    for (const route of ['/posts/:id', '/:handle']) {
      const head = readMetaTags((await page(null, fill(route))).text)
      expect(head['og:image']).toMatch(/^http:\/\/localhost:3000\/media\/[0-9a-f]{32}\/\d+\.jpg$/)
      expect(head).toMatchObject({
        'og:image:width': expect.stringMatching(/^\d+$/),
        'og:image:alt': expect.any(String),
      })
      expect(head['og:description']).toBe(head.description)
    }
  })

  it.each(['/', '/signup', '/login'])('include a description for search engines: %s', async (path) => {
    expect(readMetaTags((await page(null, path)).text).description).toMatch(/^A wall of their own\. /)
  })

  it('redirect short paths such as /search to /dashboard/search with the same query', async () => {
    for (const name of ['create', 'search', 'premium', 'profile']) {
      const { status, headers } = await page(null, `/${name}?q=luna`)
      expect([status, headers.location]).toEqual([302, `/dashboard/${name}?q=luna`])
    }
  })

  it('return 200 for a malformed or very long search query', async () => {
    const odd = [`?q=${'x'.repeat(5_000)}`, '?q=%00', '?q=%F0%9F%90%B6&type=nothing', '?q=a&q=b', '?q=%25_%5C']
    for (const query of odd) expect((await page(anna, `/dashboard/search${query}`)).status).toBe(200)
  })
})

it('page routes leave no timer running after their response', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length
  await page(reader, '/dashboard')
  const before = timers()
  for (let round = 0; round < 10; round++) {
    await page(reader, '/dashboard')
    await page(null, '/@nobody.at.all')
  }
  expect(timers() - before).toBeLessThan(5)
})

describe('404 page', () => {
  it('is shown to visitors and users for unknown paths, unknown ids and deleted users', async () => {
    const gone = await aUser(server, { username: 'gone.one' })
    await markDeleted(server, gone)
    const noId = '0190a000-0000-7000-8000-000000000000'
    const unknown = ['/nothing-here', `/posts/${noId}`, '/posts/x', '/@unknown.one', '/@gone.one', '/pets/unknown-1']
    for (const url of [...unknown, '/@unknown.one/followers', '/@gone.one/following', '/no/such/page'])
      for (const caller of [null, reader]) {
        const { status, text, headers } = await page(caller, url)
        expect([url, status, headers['cache-control']]).toEqual([url, 404, 'private, no-store'])
        expect(text).toContain('Page not found')
        expect(readMetaTags(text)).toMatchObject({ robots: 'noindex', title: 'Page not found · Pawtrait' })
      }
  })

  it('has this site’s address in og:url if the path starts with several slashes or backslashes', async () => {
    const { port } = server.app.fastify.server.address() as AddressInfo
    const sendRaw = async (path: string) => {
      const outgoing = request({ port, path, headers: { host: 'localhost:3000' } }).end()
      return (await once(outgoing, 'response')) as [IncomingMessage]
    }
    const [badResponse] = await sendRaw('\\\\evil.example/x')
    expect([badResponse.statusCode, await text(badResponse)]).toEqual([400, expect.not.stringContaining('evil')])
    for (const path of ['//evil.example/x', '/\\evil.example/x', '/\\/evil.example/x']) {
      const [answer] = await sendRaw(path)
      expect([path, answer.statusCode]).toEqual([path, 404])
      expect([path, readMetaTags(await text(answer))['og:url']]).toEqual([path, 'http://localhost:3000/evil.example/x'])
    }
  })

  it('is shown for a followers-only post to users who do not follow its author', async () => {
    const post = await aPost(server, anna, { audience: 'followers', caption: 'Among us' })
    const url = `/posts/${post.id}`
    for (const caller of [null, await aUser(server)]) {
      const { status, text } = await page(caller, url)
      expect(status).toBe(404)
      expect(text).not.toContain('Among us')
    }
    const { status, text } = await page(reader, url)
    expect(status).toBe(200)
    expect(readMetaTags(text)).toMatchObject({ title: 'Anna <Achieng>: Among us · Pawtrait', robots: 'noindex' })
  })
})
