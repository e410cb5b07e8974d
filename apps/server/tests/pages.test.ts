import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aPet, aPhoto, aPost, aUser, givenFollow, markDeleted, type TestUser } from '#testing/given.ts'
import { headOf } from '#testing/head-of.ts'
import { givenPremium } from '#testing/ledger.ts'
import { givenWarning } from '#testing/moderators.ts'
import { type Caller, serverForFile } from '#testing/server.ts'

const server = serverForFile({}, {}, { pages: true })

const page = (who: Caller, url: string) =>
  server.call<string>(who, 'GET', url, undefined, { headers: { accept: 'text/html' } })

afterEach(() => {
  const errors = server.lines.filter((line) => line.includes('"level":"error"'))
  if (errors.length > 0) throw new Error(`the log holds errors:\n${errors.join('')}`)
})

let anna: TestUser
let reader: TestUser
let receipt: string
const at: Record<string, string> = {}

beforeAll(async () => {
  anna = await aUser(server, { username: 'anna', fullname: 'Anna <Achieng>' })
  reader = await aUser(server, { username: 'reader' })
  await server.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  await givenFollow(server, reader, anna)
  const pet = await aPet(server, [anna], 'Biscuit')
  const post = await aPost(server, anna, { caption: 'Sun & rain #garden', pets: [pet] })
  await server.call(anna, 'PUT', '/api/profile/image', { photo: await aPhoto(server, anna) })
  const words = { text: 'Look at <u-x>' }
  const said = await server.call<{ id: string }>(reader, 'POST', `/api/posts/${post.id}/comments`, words)
  const desk = await givenWarning(server, anna, { type: 'comment', id: said.body.id })
  const asked = await aPet(server, [reader], 'Mango')
  const invited = { role: 'family', username: 'anna' }
  const invite = await server.call<{ invite: { id: string } }>(reader, 'POST', `/api/pets/${asked}/invites`, invited)
  const collection = await server.call<{ id: string }>(anna, 'POST', '/api/collections', { name: 'Beach dogs' })
  const hung = { photo: await aPhoto(server, anna), alt: 'Biscuit' }
  const story = await server.call<{ id: string }>(anna, 'POST', '/api/stories', hung)
  const pets = `/pets/biscuit-${pet.slice(-12)}`
  const order = await server.call<{ receipt: string }>(anna, 'GET', `/api/orders/${await givenPremium(server, anna)}`)
  receipt = order.body.receipt
  Object.assign(at, {
    ':number': `/receipts/${receipt}`,
    '/saved/:id': `/saved/${collection.body.id}`,
    '/stories/:id': `/stories/${story.body.id}`,
    ':invite': `/invitations/${invite.body.invite.id}`,
    ':id': `/posts/${post.id}`,
    '/decisions/:id': `/decisions/${desk.decision}`,
    '/moderation/:at?': `/moderation/${desk.report}`,
    ':slug': pets,
    ':handle': '/@anna',
    ':tag': '/tags/garden',
    ':species': '/explore/dogs',
  })
})

/** The address of a route of the web app, its parameter filled in. */
const filled = (route: string) => {
  if (at[route]) return at[route]
  const parameter = /:\w+/.exec(route)?.[0]
  return parameter ? route.replace(/^.*:\w+/, at[parameter] ?? '') : route
}

/** Titles of pages open to everybody; `listed` ones may be found by search engines. */
const open: Record<string, { title: string; listed: boolean }> = {
  '/': { title: 'Pawtrait: a wall of their own', listed: true },
  '/signup': { title: 'Sign Up · Pawtrait', listed: true },
  '/signup/13-to-17': { title: 'Sign Up · Pawtrait', listed: false },
  '/under-13': { title: 'See you when you’re 13 · Pawtrait', listed: false },
  '/login': { title: 'Log In · Pawtrait', listed: true },
  '/forgot': { title: 'Get back in · Pawtrait', listed: false },
  '/reset-signin': { title: 'A new zip code · Pawtrait', listed: false },
  '/recover': { title: 'Log in with a recovery code · Pawtrait', listed: false },
  '/restore': { title: 'Get your account back · Pawtrait', listed: false },
  '/guardian': { title: 'Confirm an account · Pawtrait', listed: false },
  '/undo-email': { title: 'Was it not you? · Pawtrait', listed: false },
  '/posts/:id': { title: 'Anna <Achieng>: Sun & rain #garden · Pawtrait', listed: true },
  '/explore/:species': { title: 'Dogs · Pawtrait', listed: true },
  '/tags/:tag': { title: '#garden · Pawtrait', listed: true },
  '/pets/:slug': { title: 'Biscuit · Pawtrait', listed: true },
  '/invitations/link': { title: 'Invitation · Pawtrait', listed: false },
  '/stories/:id': { title: 'Story by anna · Pawtrait', listed: false },
  '/:handle': { title: 'Anna <Achieng> (@anna) · Pawtrait', listed: true },
  '/:handle/followers': { title: 'Followers of Anna <Achieng> · Pawtrait', listed: false },
  '/:handle/following': { title: 'People Anna <Achieng> follows · Pawtrait', listed: false },
  '/privacy': { title: 'Privacy · Pawtrait', listed: true },
  '/safety': { title: 'Safety · Pawtrait', listed: true },
  '/rules': { title: 'Rules · Pawtrait', listed: true },
  '/transparency': { title: 'Transparency · Pawtrait', listed: true },
  '/photo-request': { title: 'Take a photo down · Pawtrait', listed: true },
  '/decisions/:id': { title: 'Decision · Pawtrait', listed: false },
}

/** Titles of pages for whoever is logged in. */
const own: Record<string, string> = {
  '/dashboard': 'Feed · Pawtrait',
  '/dashboard/create': 'Create · Pawtrait',
  '/dashboard/search': 'Search · Pawtrait',
  '/dashboard/premium': 'Premium · Pawtrait',
  '/dashboard/profile': 'Profile · Pawtrait',
  '/profile/edit': 'Edit profile · Pawtrait',
  '/pets/new': 'Add a pet · Pawtrait',
  '/pets/:slug/edit': 'Edit Biscuit · Pawtrait',
  '/pets/:slug/people': 'Biscuit’s people · Pawtrait',
  '/pets/:slug/invite': 'Biscuit’s people · Pawtrait',
  '/invitations/:invite': 'Invitation · Pawtrait',
  '/posts/:id/edit': 'Edit post · Pawtrait',
  '/posts/:id/history': 'Edit history · Pawtrait',
  '/archive': 'Archive · Pawtrait',
  '/drafts': 'Drafts · Pawtrait',
  '/saved': 'Saved · Pawtrait',
  '/saved/:id': 'Beach dogs · Pawtrait',
  '/stories/new': 'New story · Pawtrait',
  '/notifications': 'Notifications · Pawtrait',
  '/receipts/:number': 'Receipt {number} · Pawtrait',
  '/settings': 'Settings · Pawtrait',
  '/settings/account': 'Account · Pawtrait',
  '/settings/security': 'Security · Pawtrait',
  '/settings/privacy': 'Privacy · Pawtrait',
  '/settings/data': 'Data · Pawtrait',
  '/settings/notifications': 'Notification settings · Pawtrait',
  '/settings/appearance': 'Appearance · Pawtrait',
  '/settings/payments': 'Payments · Pawtrait',
  '/settings/hidden': 'Hidden · Pawtrait',
  '/settings/requests': 'Follow requests · Pawtrait',
  '/settings/close-friends': 'Close friends · Pawtrait',
  '/settings/animals': 'Hidden animals · Pawtrait',
  '/settings/blocked': 'Blocked · Pawtrait',
  '/settings/muted': 'Muted · Pawtrait',
  '/settings/import-archive': 'Import posts · Pawtrait',
  '/settings/decisions': 'Decisions about you · Pawtrait',
  '/moderation/:at?': 'Report · Pawtrait',
}

describe('every page', () => {
  it('of the web app is here', () => {
    const source = readFileSync(new URL('../../web/src/app/routes.tsx', import.meta.url), 'utf8')
    const routes = [...source.matchAll(/\bpage\(\s*'([^']+)'/g)].map(([, path = '']) => path)
    const landing = new URL('../../web/src/features/users/landing/static-pages.tsx', import.meta.url)
    const fixed = readFileSync(landing, 'utf8')
    const documents = [...fixed.matchAll(/^ {2}'(\/[^']*)': \{/gm)].map(([, path = '']) => path)
    expect(new Set([...routes, ...documents])).toEqual(new Set([...Object.keys(open), ...Object.keys(own)]))
  })

  for (const [route, { title, listed }] of Object.entries(open))
    it(`${route} opens to a visitor, with what a link to it shows`, async () => {
      const { status, text, headers } = await page(null, filled(route))
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      const head = headOf(text)
      expect(head).toMatchObject({
        title,
        'og:title': title,
        'og:type': 'website',
        'og:site_name': 'Pawtrait',
        'og:url': `http://localhost:3000${filled(route)}`,
      })
      expect(head.robots).toBe(listed ? undefined : 'noindex')
      expect(text).toMatch(/<h1[ >]/)
      expect(text).not.toMatch(/ style=|<style|javascript:|src="data:|<u-x|<Achieng/)
      expect(text).not.toContain('@example.test')
    })

  it('names no file that is not there', async () => {
    const own = ['/dashboard', '/dashboard/search', '/dashboard/premium', '/notifications', '/saved', '/settings']
    const open = ['/', '/signup', '/login', '/reset-signin', '/privacy', '/nothing-here', filled('/posts/:id')]
    const texts = [...own.map((url) => page(reader, url)), ...open.map((url) => page(null, url))]
    const named = (await Promise.all(texts)).flatMap(({ text }) => text.match(/\/assets\/[\w.-]+/g) ?? [])
    const files = [...new Set(named)]
    expect(files.length).toBeGreaterThan(10)
    const missing: string[] = []
    for (const file of files) if ((await server.call(null, 'GET', file)).status !== 200) missing.push(file)
    expect(missing).toEqual([])
  })

  it.each(['br', 'gzip'])('comes with its scripts and styles as %s to whoever takes that', async (encoding) => {
    const { text } = await page(null, '/')
    const files = /src="(\/assets\/[^"]+\.js)".*/.exec(text)?.slice(1) ?? []
    const styles = /href="(\/assets\/[^"]+\.css)"/.exec(text)?.slice(1) ?? []
    const seen: unknown[] = []
    for (const url of ['/', ...files, ...styles]) {
      const { headers } = await server.call(null, 'GET', url, undefined, { headers: { 'accept-encoding': encoding } })
      seen.push([headers['content-encoding'], headers.vary])
    }
    expect(seen).toEqual(Array.from({ length: 3 }, () => [encoding, expect.stringMatching(/accept-encoding/i)]))
  })

  for (const [route, title] of Object.entries(own)) {
    it(`${route} sends a visitor to log in and back`, async () => {
      const { status, headers } = await page(null, `${filled(route)}?from=x`)
      expect(status).toBe(302)
      expect(headers.location).toBe(`/login?next=${encodeURIComponent(`${filled(route)}?from=x`)}`)
    })

    it(`${route} opens to whoever is logged in`, async () => {
      const { status, text } = await page(anna, filled(route))
      expect(status).toBe(200)
      expect(headOf(text)).toMatchObject({ title: title.replace('{number}', receipt), robots: 'noindex' })
      expect(text).toContain('id="page-state"')
    })
  }

  const forVisitors = ['/signup', '/signup/13-to-17', '/login', '/forgot', '/recover']
  for (const [route, { title }] of Object.entries(open).filter(([path]) => !forVisitors.includes(path)))
    it(`${route} opens to whoever is logged in`, async () => {
      const { status, text } = await page(reader, filled(route))
      expect([status, headOf(text).title]).toEqual([200, title])
    })

  it('for visitors only leads others to their feed', async () => {
    for (const route of forVisitors)
      expect(await page(reader, route)).toMatchObject({ status: 302, headers: { location: '/dashboard' } })
  })

  it('with a picture shows it where its link is shared', async () => {
    for (const route of ['/posts/:id', '/:handle']) {
      const head = headOf((await page(null, filled(route))).text)
      expect(head['og:image']).toMatch(/^http:\/\/localhost:3000\/media\/[0-9a-f]{32}\/\d+\.jpg$/)
      expect(head).toMatchObject({
        'og:image:width': expect.stringMatching(/^\d+$/),
        'og:image:alt': expect.any(String),
      })
      expect(head['og:description']).toBe(head.description)
    }
  })

  it('under a short name leads to the long one, with its question', async () => {
    for (const name of ['create', 'search', 'premium', 'profile']) {
      const { status, headers } = await page(null, `/${name}?q=luna`)
      expect([status, headers.location]).toEqual([302, `/dashboard/${name}?q=luna`])
    }
  })

  it('asked an odd question answers it', async () => {
    const odd = [`?q=${'x'.repeat(5_000)}`, '?q=%00', '?q=%F0%9F%90%B6&type=nothing', '?q=a&q=b', '?q=%25_%5C']
    for (const query of odd) expect((await page(anna, `/dashboard/search${query}`)).status).toBe(200)
  })
})

it('keeps nothing in memory once it is answered', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length
  await page(reader, '/dashboard')
  const before = timers()
  for (let asked = 0; asked < 10; asked++) {
    await page(reader, '/dashboard')
    await page(null, '/@nobody.at.all')
  }
  expect(timers() - before).toBeLessThan(5)
})

describe('a page that is not there', () => {
  it('is a page, not found', async () => {
    const gone = await aUser(server, { username: 'gone.one' })
    await markDeleted(server, gone)
    const made = '0190a000-0000-7000-8000-000000000000'
    const nowhere = ['/nothing-here', `/posts/${made}`, '/posts/x', '/@nobody.here', '/@gone.one', '/pets/nobody-1']
    for (const url of [...nowhere, '/@nobody.here/followers', '/@gone.one/following', '/no/such/page'])
      for (const who of [null, reader]) {
        const { status, text, headers } = await page(who, url)
        expect([url, status, headers['cache-control']]).toEqual([url, 404, 'private, no-store'])
        expect(text).toContain('Page not found')
        expect(headOf(text)).toMatchObject({ robots: 'noindex', title: 'Page not found · Pawtrait' })
      }
  })

  it('is of this site however many slashes its address begins with', async () => {
    const { port } = server.app.fastify.server.address() as AddressInfo
    const ask = async (path: string) => {
      const asked = request({ port, path, headers: { host: 'localhost:3000' } }).end()
      return (await once(asked, 'response')) as [IncomingMessage]
    }
    const [noPath] = await ask('\\\\evil.example/x')
    expect([noPath.statusCode, await text(noPath)]).toEqual([400, expect.not.stringContaining('evil')])
    for (const path of ['//evil.example/x', '/\\evil.example/x', '/\\/evil.example/x']) {
      const [answer] = await ask(path)
      expect([path, answer.statusCode]).toEqual([path, 404])
      expect([path, headOf(await text(answer))['og:url']]).toEqual([path, 'http://localhost:3000/evil.example/x'])
    }
  })

  it('to others is a post for followers only', async () => {
    const post = await aPost(server, anna, { audience: 'followers', caption: 'Among us' })
    const url = `/posts/${post.id}`
    for (const who of [null, await aUser(server)]) {
      const { status, text } = await page(who, url)
      expect(status).toBe(404)
      expect(text).not.toContain('Among us')
    }
    const { status, text } = await page(reader, url)
    expect(status).toBe(200)
    expect(headOf(text)).toMatchObject({ title: 'Anna <Achieng>: Among us · Pawtrait', robots: 'noindex' })
  })
})
