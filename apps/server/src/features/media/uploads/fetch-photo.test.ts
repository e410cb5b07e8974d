import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reach } from '#platform/security/fetch-public.ts'
import { hour } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { scene, taggedJpeg } from '#testing/photos/images.ts'
import { startServer, type TestServer } from '#testing/server.ts'

/** The server where somebody had their photos, by the name `pix.test`; the wire is plain. */
const asked: string[] = []
const held = Promise.withResolvers<void>()
async function bytesAt(url: string): Promise<Buffer | string | undefined> {
  if (url === '/photo.jpg') return taggedJpeg()
  if (url === '/held.jpg') return held.promise.then(() => taggedJpeg())
  if (url === '/page.html') return `<html>${'words '.repeat(1000)}</html>`
  if (url === '/large.jpg') return Buffer.concat([await scene(60, 40).jpeg().toBuffer(), Buffer.alloc(32e6)])
  return undefined
}
const old = createServer(({ url = '' }, reply) => {
  asked.push(url)
  void bytesAt(url).then((bytes) => reply.writeHead(bytes === undefined ? 404 : 200).end(bytes))
})
const reach: Reach = {
  resolve: async (host) => (host === 'pix.test' ? ['127.0.0.1'] : ['10.0.0.1']),
  mayReach: (address) => address === '127.0.0.1',
  request: (url, options) =>
    request({ ...options, host: url.hostname, port: (old.address() as AddressInfo).port, path: url.pathname }),
}

let server: TestServer
beforeAll(async () => {
  await new Promise<void>((resolve) => void old.listen(0, '127.0.0.1', resolve))
  server = await startServer({}, {}, { doors: { reach } })
})
afterAll(async () => {
  await server.stop()
  await new Promise((resolve) => old.close(resolve))
})

const fetchFor = (who: TestUser | null, url: unknown) =>
  server.call<OwnPhoto & { code: string }>(who, 'POST', '/api/imports/remote-photo', { url })

describe('a photo from where its owner had it', () => {
  it('is an upload of theirs, and can be posted', async () => {
    const who = await aUser(server)
    const { status, body } = await fetchFor(who, 'https://pix.test/photo.jpg')
    expect([status, body.width, body.height]).toEqual([201, 1200, 800])
    const post = { photos: [{ id: body.id, alt: 'From the old server' }], caption: 'Here now' }
    expect((await server.call(who, 'POST', '/api/posts', post)).status).toBe(201)
  })

  it('is fetched beside one other at most; a third one at once is refused, and others are not held up', async () => {
    const [who, other] = [await aUser(server), await aUser(server)]
    const url = 'https://pix.test/held.jpg'
    const two = [fetchFor(who, url), fetchFor(who, url)]
    await expect.poll(() => asked.filter((path) => path === '/held.jpg')).toHaveLength(2)
    expect(await fetchFor(who, url)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect((await fetchFor(other, 'https://pix.test/photo.jpg')).status).toBe(201)
    held.resolve()
    expect((await Promise.all(two)).map(({ status }) => status)).toEqual([201, 201])
    expect((await fetchFor(who, 'https://pix.test/photo.jpg')).status).toBe(201)
  })

  it('is for users alone, by an address that is one', async () => {
    expect((await fetchFor(null, 'https://pix.test/photo.jpg')).status).toBe(401)
    const who = await aUser(server)
    expect((await fetchFor(who, 7)).status).toBe(400)
    expect((await fetchFor(who, `https://pix.test/${'a'.repeat(2000)}`)).status).toBe(400)
  })

  it('answers the same whatever the cause that it was not fetched, and asks nobody who is near', async () => {
    const who = await aUser(server)
    const answers = []
    for (const url of [
      'https://pix.test/gone.jpg',
      'https://inside.test/photo.jpg',
      'https://127.0.0.1/',
      'http://pix.test/',
    ])
      answers.push(await fetchFor(who, url))
    for (const { status, body } of answers) {
      expect(status).toBe(404)
      expect({ ...body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' })
    }
    expect(server.lines.join()).not.toContain('inside.test')
  })

  it('is refused as any upload when it is no photo or too large', async () => {
    const who = await aUser(server)
    expect(await fetchFor(who, 'https://pix.test/page.html')).toMatchObject({ status: 415 })
    expect(await fetchFor(who, 'https://pix.test/large.jpg')).toMatchObject({ status: 413 })
  })

  it('is fetched three hundred times an hour at most', async () => {
    const who = await aUser(server)
    for (let times = 1; times <= 300; times++) expect((await fetchFor(who, 'http://pix.test/')).status).toBe(404)
    const before = asked.length
    expect(await fetchFor(who, 'https://pix.test/photo.jpg')).toMatchObject({ status: 429 })
    expect(asked).toHaveLength(before)
    server.clock.advance(hour)
    expect((await fetchFor(who, 'https://pix.test/photo.jpg')).status).toBe(201)
  })
})
