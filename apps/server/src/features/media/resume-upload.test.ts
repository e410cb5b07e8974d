import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { hour } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { flatPng, foreignFiles, phonePhoto, scene, taggedJpeg } from '#testing/photos/images.ts'
import { untilReady } from '#testing/photos/photos.ts'
import { type Caller, serverForFile } from '#testing/server.ts'
import { backgroundWorkDone } from './background-work.ts'

const server = serverForFile({ PHOTOS_PER_DAY: '50' })
let ann: TestUser
let bob: TestUser
let photo: Buffer
beforeAll(async () => {
  ann = await aUser(server)
  bob = await aUser(server)
  photo = await taggedJpeg()
})

type Method = 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
async function speak(who: Caller, method: Method, url: string, headers: Record<string, string> = {}, payload?: Buffer) {
  const common = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', 'tus-resumable': '1.0.0' }
  const all = { ...common, ...(who && { cookie: who.cookie }), ...headers }
  return server.inject({ method, url, headers: all, ...(payload && { payload }) })
}
const begin = async (who: Caller, sizeBytes: number) => {
  const begun = await speak(who, 'POST', '/api/uploads', { 'upload-length': String(sizeBytes) })
  expect(begun).toMatchObject({ status: 201, headers: { 'tus-resumable': '1.0.0' } })
  return String(begun.headers['location'])
}
const send = (who: Caller, url: string, offset: number, piece: Buffer) =>
  speak(
    who,
    'PATCH',
    url,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    piece,
  )
const leftOver = async () => {
  await backgroundWorkDone()
  return readdir(join(server.dataDir, 'photos', 'work'))
}

describe('an upload in pieces', () => {
  test('becomes a photo with the last one, and says so again to whoever missed the answer', async () => {
    const url = await begin(ann, photo.length)
    const half = photo.length >> 1
    const first = await send(ann, url, 0, photo.subarray(0, half))
    expect(first).toMatchObject({ status: 204, headers: { 'upload-offset': String(half) } })
    expect(first.headers).not.toHaveProperty('photo-id')
    expect(await speak(ann, 'HEAD', url)).toMatchObject({
      status: 204,
      headers: { 'upload-offset': String(half), 'upload-length': String(photo.length), 'cache-control': 'no-store' },
    })
    const last = await send(ann, url, half, photo.subarray(half))
    expect(last).toMatchObject({ status: 204, headers: { 'upload-offset': String(photo.length) } })
    const id = String(last.headers['photo-id'])
    expect(await untilReady(server, ann, id)).toMatchObject({ width: 1200, height: 800 })

    expect(await speak(ann, 'HEAD', url)).toMatchObject({ status: 204, headers: { 'photo-id': id } })
    expect(await send(ann, url, photo.length, Buffer.alloc(0))).toMatchObject({
      status: 204,
      headers: { 'photo-id': id },
    })
  })

  test('is judged when it is asked for, if the process died after the last piece', async () => {
    const url = await begin(ann, photo.length)
    await send(ann, url, 0, photo.subarray(0, -1))
    // What a kill between the last byte and the verdict leaves: all bytes, and no photo.
    const { appendFile } = await import('node:fs/promises')
    const [part = ''] = (await leftOver()).filter((name) => name.endsWith('.part'))
    await appendFile(join(server.dataDir, 'photos', 'work', part), photo.subarray(-1))
    const asked = await speak(ann, 'HEAD', url)
    expect(asked).toMatchObject({ status: 204, headers: { 'photo-id': expect.stringMatching(/^[0-9a-f-]{36}$/) } })
    expect(await speak(ann, 'HEAD', url)).toMatchObject({ headers: { 'photo-id': asked.headers['photo-id'] } })
  })

  test('is its owner’s alone', async () => {
    const url = await begin(ann, photo.length)
    for (const who of [bob, null]) {
      const status = who ? 404 : 401
      expect(await speak(who, 'HEAD', url)).toMatchObject({ status })
      expect(await send(who, url, 0, photo)).toMatchObject({ status })
      expect(await speak(who, 'DELETE', url)).toMatchObject({ status })
    }
    expect(await speak(ann, 'HEAD', url)).toMatchObject({ status: 204, headers: { 'upload-offset': '0' } })
    expect(await speak(ann, 'DELETE', url)).toMatchObject({ status: 204 })
    expect(await speak(ann, 'HEAD', url)).toMatchObject({ status: 404 })
  })

  test('with a piece that does not fit is told so, and goes on with one that does', async () => {
    const url = await begin(ann, photo.length)
    expect(await send(ann, url, 10, photo.subarray(10))).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await send(ann, url, 0, photo.subarray(0, 100))).toMatchObject({ status: 204 })
    expect(await send(ann, url, 0, photo)).toMatchObject({ status: 409 })
    expect(await send(ann, url, 100, photo.subarray(100))).toMatchObject({ status: 204 })
  })

  test('is gone after a day', async () => {
    const url = await begin(bob, photo.length)
    await send(bob, url, 0, photo.subarray(0, 500))
    server.clock.advance(25 * hour)
    expect(await speak(bob, 'HEAD', url)).toMatchObject({ status: 404 })
    await server.deps.jobs.send(server.deps.database, 'sweep-photos', {})
    await server.runJobs()
    expect((await leftOver()).filter((name) => name.includes(bob.id))).toEqual([])
  })
})

describe('what is refused leaves nothing behind:', () => {
  const refusals: [string, () => Promise<Buffer> | Buffer, number, string][] = [
    ['a truncated photo', async () => photo.subarray(0, 30_000), 422, 'unreadable-photo'],
    ['too many pixels', () => flatPng(30_000, 30_000), 413, 'too-many-pixels'],
    ['an SVG', async () => (await foreignFiles())['svg'] ?? Buffer.alloc(1), 415, 'unsupported-media-type'],
    ['one byte', () => Buffer.from([0xff]), 415, 'unsupported-media-type'],
  ]
  test.each(refusals)('%s', async (_what, make, status, code) => {
    const eve = await aUser(server)
    const bytes = await make()
    const url = await begin(eve, bytes.length)
    const refused = await send(eve, url, 0, bytes)
    expect(refused).toMatchObject({ status, body: { code }, headers: { 'tus-resumable': '1.0.0' } })
    expect(refused.headers['content-type']).toContain('application/problem+json')
    expect(await speak(eve, 'HEAD', url)).toMatchObject({ status: 404 })
    expect((await leftOver()).filter((name) => name.includes(eve.id))).toEqual([])
  })

  test('no photo, by its first piece already', async () => {
    const url = await begin(ann, 5_000_000)
    expect(await send(ann, url, 0, Buffer.alloc(1000, 'text'))).toMatchObject({ status: 415 })
    expect(await speak(ann, 'HEAD', url)).toMatchObject({ status: 404 })
  })

  test('more than was announced, too much, nothing, or another protocol', async () => {
    const url = await begin(ann, 200)
    expect(await send(ann, url, 0, photo)).toMatchObject({ status: 413, body: { code: 'too-large' } })
    const lengths: [string, number][] = [
      [String(30 * 1024 * 1024 + 1), 413],
      ['0', 400],
      ['-5', 400],
      ['x', 400],
    ]
    for (const [length, status] of lengths)
      expect(await speak(ann, 'POST', '/api/uploads', { 'upload-length': length })).toMatchObject({ status })
    expect(await speak(ann, 'POST', '/api/uploads', { 'tus-resumable': '0.2.2' })).toMatchObject({ status: 400 })
    for (const id of ['..%2f..%2fpasswd', randomBytes(16).toString('hex'), '%00'])
      expect(await speak(ann, 'HEAD', `/api/uploads/${id}`)).toMatchObject({ status: 404 })
  })

  test('a twenty-first that lies unfinished', async () => {
    const eve = await aUser(server)
    for (let i = 0; i < 20; i++) await begin(eve, 1000)
    expect(await speak(eve, 'POST', '/api/uploads', { 'upload-length': '9' })).toMatchObject({ status: 429 })
  })
})

describe('over a real connection', () => {
  let address = ''
  beforeAll(async () => {
    address = await server.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  })

  test('tus-js-client uploads, is told the offer, and hears the verdict', async () => {
    const offer = await fetch(`${address}/api/uploads`, { method: 'OPTIONS' })
    expect(offer.status).toBe(204)
    expect(offer.headers.get('tus-extension')).toContain('creation')
    const bytes = await phonePhoto()
    const headers = { cookie: ann.cookie, 'sec-fetch-site': 'same-origin' }
    const answers: (string | undefined)[] = []
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${address}/api/uploads`,
        chunkSize: 300_000,
        headers,
        retryDelays: null,
        onAfterResponse: (_request, response) => void answers.push(response.getHeader('photo-id')),
        onSuccess: () => resolve(),
        onError: reject,
      }).start()
    })
    expect(answers.length).toBeGreaterThan(5)
    expect(await untilReady(server, ann, answers.at(-1) ?? '')).toMatchObject({ width: 4032, height: 3024 })
  })

  test('a piece sent twice at once becomes one photo', async () => {
    const bytes = await scene(900, 700).jpeg().toBuffer()
    const url = await begin(ann, bytes.length)
    const headers = {
      cookie: ann.cookie,
      'sec-fetch-site': 'same-origin',
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
    }
    const piece = { ...headers, 'content-type': 'application/offset+octet-stream' }
    const once = () => fetch(`${address}${url}`, { method: 'PATCH', headers: piece, body: new Uint8Array(bytes) })
    // The first may be cut off by the second, as one would be whose sender has given it up.
    const answers = (await Promise.allSettled([once(), once(), once()])).flatMap((end) =>
      end.status === 'fulfilled' ? (end.value.headers.get('photo-id') ?? []) : [],
    )
    expect(new Set(answers).size).toBeLessThanOrEqual(1)
    const { headers: told } = await speak(ann, 'HEAD', url)
    expect(told['photo-id']).toMatch(/^[0-9a-f-]{36}$/)
    for (const id of answers) expect(id).toBe(told['photo-id'])
  })

  /** The beginning of a piece, on a connection that stays open. */
  async function slowPiece(who: TestUser, url: string, bytes: Buffer) {
    const { port } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1')
    const lines = [
      `PATCH ${url} HTTP/1.1`,
      `Host: localhost:${port}`,
      `Cookie: ${who.cookie}`,
      'Sec-Fetch-Site: same-origin',
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      `Content-Length: ${bytes.length}`,
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    socket.write(bytes.subarray(0, 5000))
    await expect.poll(async () => (await speak(who, 'HEAD', url)).headers['upload-offset']).toBe('5000')
    return socket
  }

  test('a connection that breaks off keeps what arrived', async () => {
    const bytes = await scene(900, 700).jpeg().toBuffer()
    const url = await begin(ann, bytes.length)
    const socket = await slowPiece(ann, url, bytes)
    socket.destroy()
    const rest = await send(ann, url, 5000, bytes.subarray(5000))
    expect(rest).toMatchObject({ status: 204, headers: { 'photo-id': expect.any(String) } })
  })

  test('a piece is not ended by another’s, whose upload it is not', async () => {
    const bytes = await scene(900, 700).jpeg().toBuffer()
    const url = await begin(ann, bytes.length)
    const socket = await slowPiece(ann, url, bytes)
    let answer = ''
    socket.on('data', (text) => {
      answer += text.toString()
    })
    socket.on('error', (error) => {
      answer += error.message
    })
    expect(await send(bob, url, 5000, bytes.subarray(5000))).toMatchObject({ status: 404 })
    socket.write(bytes.subarray(5000))
    await expect.poll(() => answer, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 204 [^]*photo-id: /)
    socket.destroy()
  })
})
