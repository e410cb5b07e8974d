import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NetworkAccess } from '#platform/security/fetch-public.ts'
import { hour } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { drawnScene, taggedJpeg } from '#testing/photos/images.ts'
import { startServer, type TestServer } from '#testing/server.ts'

/** Paths that the server has requested from `pix.test`, a remote server without TLS. */
const requestedPaths: string[] = []
const heldResponse = Promise.withResolvers<void>()
async function selectResponse(url: string): Promise<Buffer | string | undefined> {
  if (url === '/photo.jpg') return taggedJpeg()
  if (url === '/held.jpg') return heldResponse.promise.then(() => taggedJpeg())
  if (url === '/page.html') return `<html>${'words '.repeat(1000)}</html>`
  if (url === '/large.jpg') return Buffer.concat([await drawnScene(60, 40).jpeg().toBuffer(), Buffer.alloc(32e6)])
  return undefined
}
const remoteServer = createServer(({ url = '' }, reply) => {
  requestedPaths.push(url)
  void selectResponse(url).then((bytes) => reply.writeHead(bytes === undefined ? 404 : 200).end(bytes))
})
const reach: NetworkAccess = {
  resolve: async (host) => (host === 'pix.test' ? ['127.0.0.1'] : ['10.0.0.1']),
  mayReach: (address) => address === '127.0.0.1',
  request: (url, options) =>
    request({ ...options, host: url.hostname, port: (remoteServer.address() as AddressInfo).port, path: url.pathname }),
}

let server: TestServer
beforeAll(async () => {
  await new Promise<void>((resolve) => void remoteServer.listen(0, '127.0.0.1', resolve))
  server = await startServer({}, {}, { doors: { reach } })
})
afterAll(async () => {
  await server.stop()
  await new Promise((resolve) => remoteServer.close(resolve))
})

const fetchFor = (user: TestUser | null, url: unknown) =>
  server.call<OwnPhoto & { code: string }>(user, 'POST', '/api/imports/remote-photo', { url })

describe('POST /api/imports/remote-photo', () => {
  it('returns 201 with a photo that the user can post', async () => {
    const user = await aUser(server)
    const { status, body } = await fetchFor(user, 'https://pix.test/photo.jpg')
    expect([status, body.width, body.height]).toEqual([201, 1200, 800])
    const post = { photos: [{ id: body.id, alt: 'From the old server' }], caption: 'Here now' }
    expect((await server.call(user, 'POST', '/api/posts', post)).status).toBe(201)
  })

  it('returns 429 to a user for the third concurrent request, and 201 to another user', async () => {
    const [user, other] = [await aUser(server), await aUser(server)]
    const url = 'https://pix.test/held.jpg'
    const fetches = [fetchFor(user, url), fetchFor(user, url)]
    await expect.poll(() => requestedPaths.filter((path) => path === '/held.jpg')).toHaveLength(2)
    expect(await fetchFor(user, url)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect((await fetchFor(other, 'https://pix.test/photo.jpg')).status).toBe(201)
    heldResponse.resolve()
    expect((await Promise.all(fetches)).map(({ status }) => status)).toEqual([201, 201])
    expect((await fetchFor(user, 'https://pix.test/photo.jpg')).status).toBe(201)
  })

  it('returns 401 without a session and 400 for an invalid URL', async () => {
    expect((await fetchFor(null, 'https://pix.test/photo.jpg')).status).toBe(401)
    const user = await aUser(server)
    expect((await fetchFor(user, 7)).status).toBe(400)
    expect((await fetchFor(user, `https://pix.test/${'a'.repeat(2000)}`)).status).toBe(400)
  })

  it('returns the same 404 for every failed fetch, and does not log the name of an internal host', async () => {
    const user = await aUser(server)
    const responses = []
    for (const url of [
      'https://pix.test/gone.jpg',
      'https://inside.test/photo.jpg',
      'https://127.0.0.1/',
      'http://pix.test/',
    ])
      responses.push(await fetchFor(user, url))
    for (const { status, body } of responses) {
      expect(status).toBe(404)
      expect({ ...body, requestId: '' }).toEqual({ ...responses[0]?.body, requestId: '' })
    }
    expect(server.lines.join()).not.toContain('inside.test')
  })

  it('returns 415 for an HTML page and 413 for a file above the limit', async () => {
    const user = await aUser(server)
    expect(await fetchFor(user, 'https://pix.test/page.html')).toMatchObject({ status: 415 })
    expect(await fetchFor(user, 'https://pix.test/large.jpg')).toMatchObject({ status: 413 })
  })

  it('returns 429 after 300 fetches in an hour', async () => {
    const user = await aUser(server)
    for (let times = 1; times <= 300; times++) expect((await fetchFor(user, 'http://pix.test/')).status).toBe(404)
    const before = requestedPaths.length
    expect(await fetchFor(user, 'https://pix.test/photo.jpg')).toMatchObject({ status: 429 })
    expect(requestedPaths).toHaveLength(before)
    server.clock.advance(hour)
    expect((await fetchFor(user, 'https://pix.test/photo.jpg')).status).toBe(201)
  })
})
