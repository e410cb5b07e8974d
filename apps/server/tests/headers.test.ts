import { randomUUID } from 'node:crypto'
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { drawnScene } from '#testing/photos/images.ts'
import { anAttachedPhoto, narrowestSrc } from '#testing/photos/photos.ts'
import { type Caller, serverForFile } from '#testing/server.ts'

const server = serverForFile({ METRICS_TOKEN: 'token'.repeat(7) }, {}, { pages: true })

let user: TestUser
let asset: string
let style: string
let post: string

beforeAll(async () => {
  user = await aUser(server)
  post = (await aPost(server, user)).id
  const { text } = await server.call(null, 'GET', '/')
  asset = /\/assets\/[\w-]+\.js/.exec(text)?.[0] ?? ''
  style = /\/assets\/[\w-]+\.css/.exec(text)?.[0] ?? ''
})

// Headers that differ between runs, or that Fastify computes.
const varying = /^(date|connection|keep-alive|content-length|etag|last-modified|accept-ranges)$/

async function headersOf(caller: Caller, method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) {
  const { status, headers } = await server.call(caller, method, url, body)
  const stable = Object.entries(headers).filter(([name]) => !varying.test(name))
  const lines = stable.map(([name, value]) => `${name}: ${String(value).replace(/max-age=8\d{4}/, 'max-age=<a day>')}`)
  return [String(status), ...lines.toSorted()]
}

const everywhere = `content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; \
img-src 'self' blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
form-action 'self'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; \
trusted-types pawtrait
cross-origin-opener-policy: same-origin
cross-origin-resource-policy: same-origin
permissions-policy: camera=(self), geolocation=(), microphone=(), payment=(), usb=()
referrer-policy: same-origin
x-content-type-options: nosniff`.split('\n')

const replaced = (...lines: string[]) => {
  const names = lines.map((line) => line.split(':', 1)[0])
  return [...everywhere.filter((line) => !names.includes(line.split(':', 1)[0])), ...lines]
}

/** Returns the expected status and headers of a response. `own` adds to or replaces the common headers. */
const expectedResponse = (status: number, ...own: string[]) => [String(status), ...replaced(...own).toSorted()]

const json = 'content-type: application/json; charset=utf-8'
const problem = 'content-type: application/problem+json'
const noStore = 'cache-control: no-store'
const html = 'content-type: text/html; charset=utf-8'
const page = ['cache-control: private, no-store', html, 'vary: accept-encoding']
const visitorsPage = ['cache-control: private, no-cache', html, 'vary: accept-encoding, cookie']

describe('response headers (security check H01)', () => {
  it('forbid caching of API responses', async () => {
    expect(await headersOf(user, 'GET', '/api/feed')).toEqual(expectedResponse(200, json, noStore))
    expect(await headersOf(user, 'GET', `/api/posts/${post}`)).toEqual(expectedResponse(200, json, noStore))
    expect(await headersOf(null, 'GET', '/api/config')).toEqual(expectedResponse(200, json, noStore))
  })

  it('include security headers and forbid caching on errors of API, media, metrics and malformed URLs', async () => {
    expect(await headersOf(null, 'GET', '/api/feed')).toEqual(expectedResponse(401, noStore, problem))
    expect(await headersOf(user, 'GET', '/api/posts/nothing')).toEqual(expectedResponse(400, noStore, problem))
    expect(await headersOf(user, 'GET', '/api/nothing')).toEqual(expectedResponse(404, noStore, problem))
    expect(await headersOf(user, 'POST', '/api/nothing', {})).toEqual(expectedResponse(404, noStore, problem))
    expect(await headersOf(null, 'GET', '/media/nothing/640.webp')).toEqual(expectedResponse(404, noStore, problem))
    expect(await headersOf(null, 'GET', '/%ff')).toEqual(expectedResponse(400, noStore, problem))
    expect(await headersOf(null, 'GET', '/metrics')).toEqual(expectedResponse(404, noStore, problem))
  })

  it('include security headers on a 500 response, and the body reveals no internal details', async () => {
    const publicPhoto = narrowestSrc(await anAttachedPhoto(server, user, true))
    const { storage } = server.deps
    const { get } = storage
    storage.get = async () => {
      throw new Error('the disk of /srv/pawtrait is broken')
    }
    try {
      expect(await headersOf(null, 'GET', publicPhoto)).toEqual(expectedResponse(500, noStore, problem))
      const { text } = await server.call(null, 'GET', publicPhoto)
      expect(text).toContain('"code":"internal"')
      expect(text).not.toMatch(/srv|disk|Error/)
    } finally {
      storage.get = get
    }
    expect((await server.call(null, 'GET', publicPhoto)).status).toBe(200)
  })

  it('sandbox photos, and forbid shared caches to store photos with a signed URL', async () => {
    const publicPhoto = narrowestSrc(await anAttachedPhoto(server, user, true))
    const signedPhoto = narrowestSrc(await anAttachedPhoto(server, user, false))
    const picture = ['content-type: image/webp', "content-security-policy: sandbox; default-src 'none'"]
    const anywhere = 'cross-origin-resource-policy: cross-origin'
    const day = 'max-age=<a day>, immutable'
    expect(await headersOf(null, 'GET', publicPhoto)).toEqual(
      expectedResponse(200, ...picture, anywhere, 'cache-control: public, max-age=<a day>, s-maxage=300, immutable'),
    )
    const signed = (await headersOf(user, 'GET', signedPhoto)).map((line) =>
      line.replace(/max-age=\d+/, 'max-age=<a day>'),
    )
    expect(signed).toEqual(expectedResponse(200, ...picture, `cache-control: private, ${day}`))
  })

  it('forbid caching of users’ pages and 404 pages, and require revalidation of visitors’ pages', async () => {
    for (const [caller, url, status, own] of [
      [null, '/', 200, visitorsPage],
      [null, '/login', 200, visitorsPage],
      [null, `/posts/${post}`, 200, visitorsPage],
      [user, '/dashboard', 200, page],
      [user, `/posts/${post}`, 200, page],
      [null, '/nothing-here', 404, page],
    ] as const)
      expect(await headersOf(caller, 'GET', url)).toEqual(expectedResponse(status, ...own))
  })

  it('include the security headers on every route, and no Server, X-Powered-By or CORS header', async () => {
    const calls = server.app.endpoints.filter(({ answers }) => answers !== 'text/event-stream')
    expect(calls.length).toBeGreaterThan(40)
    for (const { method, path } of calls)
      for (const caller of [null, await aUser(server)]) {
        const url = path.replace(/:\w+/g, randomUUID())
        const sent = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', cookie: caller?.cookie ?? '' }
        const { headers } = await server.inject({
          method,
          url,
          headers: sent,
          ...(method.startsWith('P') && { payload: {} }),
        })
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
        const own = new Set(lines.map((line) => line.split(':', 1)[0]))
        const missing = everywhere.filter((line) => !lines.includes(line)).map((line) => line.split(':', 1)[0])
        expect([method, path, missing]).toEqual([method, path, []])
        expect([path, own.has('cache-control'), own.has('server'), own.has('x-powered-by')]).toEqual([
          path,
          true,
          false,
          false,
        ])
        expect([path, lines.filter((line) => line.startsWith('access-control-'))]).toEqual([path, []])
      }
  })

  const year = 'cache-control: public, max-age=31536000, immutable'
  const script = 'content-type: application/javascript; charset=utf-8'

  it('allow caching of scripts and style sheets for a year, and omit headers that only documents need', async () => {
    const plain = ['200', 'cross-origin-resource-policy: same-origin', 'vary: accept-encoding', year]
    const nosniff = 'x-content-type-options: nosniff'
    expect(await headersOf(null, 'GET', asset)).toEqual([...plain, script, nosniff].toSorted())
    const css = 'content-type: text/css; charset=utf-8'
    expect(await headersOf(null, 'GET', style)).toEqual([...plain, css, nosniff].toSorted())
  })

  it('include the Content-Security-Policy on the script of a web worker', async () => {
    const client = new URL('../../web/dist/client/assets/', import.meta.url)
    const worker = readdirSync(client).find((name) => /^proof-worker-[\w-]+\.js$/.test(name))
    expect(await headersOf(null, 'GET', `/assets/${worker}`)).toEqual(
      expectedResponse(200, year, script, 'vary: accept-encoding'),
    )
  })

  it('forbid caching of the 404 page of a missing asset', async () => {
    expect(await headersOf(null, 'GET', '/assets/gone.js')).toEqual(expectedResponse(404, ...page))
  })
})

describe('internal resources (security check H05)', () => {
  it('are not served: source maps, settings, folder listings, sources and debug routes return 404', async () => {
    const folders = ['/assets/', '/assets', '/media/', '/client/', '/server/entry-server.js', '/manifest.json']
    const files = ['/.env', '/.git/config', '/.git/HEAD', '/package.json', '/src/main.ts', '/data/secrets/pepper.v1']
    const debug = ['/debug', '/api/debug', '/api/admin', '/server-status', '/dev', '/api/dev']
    for (const path of [...folders, ...files, ...debug, `${asset}.map`, `${asset}.br`]) {
      const { status, text } = await server.call<string>(null, 'GET', path)
      expect([path, status]).toEqual([path, 404])
      expect(text).not.toMatch(/sourcesContent|\[core\]|"workspaces"|Index of|<li><a/)
    }
    const { text } = await server.call(null, 'GET', asset)
    expect(text).not.toContain('sourceMappingURL')
  })

  it('include no default account: a log-in as "admin" or "root" fails', async () => {
    for (const name of ['admin', 'root', 'pawtrait', 'test', 'demo']) {
      const logIn = { usernameOrEmail: name, zipcode: '00100' }
      expect(await server.call(null, 'POST', '/users', logIn)).toMatchObject({ status: 200, body: null })
    }
  })
})

describe('path traversal (security check B10)', () => {
  it('gets 400 or 404, and never a file outside the folder, in any URL encoding', async () => {
    const climbs = ['..%2f..%2f', '%2e%2e/%2e%2e/', '..%5c..%5c', '../../', '%252e%252e%252f', '....//', '/']
    for (const start of ['/media/', '/media/0123456789abcdef0123456789abcdef/', '/assets/', '/'])
      for (const climb of climbs)
        for (const file of ['etc/passwd', 'package.json', 'etc/passwd%00.webp']) {
          const url = `${start}${climb}${file}`
          const { status, text } = await server.call<string>(null, 'GET', url)
          expect([url, status === 400 || status === 404]).toEqual([url, true])
          expect(text).not.toMatch(/root:|"private"/)
        }
  })

  it('gets 404 through a symbolic link in the photo folder', async () => {
    const folder = join(server.dataDir, 'photos/aa')
    await mkdir(folder, { recursive: true })
    const outside = join(server.dataDir, 'outside.webp')
    writeFileSync(outside, await drawnScene(20, 20).webp().toBuffer())
    symlinkSync(outside, join(folder, `aa${'0'.repeat(30)}-320.webp`))
    expect((await server.call(null, 'GET', `/media/aa${'0'.repeat(30)}/320.webp`)).status).toBe(404)
  })
})
