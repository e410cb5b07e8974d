import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { hour } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { blackPng, drawnScene, phonePhoto, taggedJpeg, unsupportedFiles } from '#testing/photos/images.ts'
import { waitUntilReady } from '#testing/photos/photos.ts'
import { type Caller, serverForFile } from '#testing/server.ts'
import { waitForBackgroundWork } from './background-work.ts'

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
async function callTus(
  caller: Caller,
  method: Method,
  url: string,
  headers: Record<string, string> = {},
  payload?: Buffer,
) {
  const common = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', 'tus-resumable': '1.0.0' }
  const allHeaders = { ...common, ...(caller && { cookie: caller.cookie }), ...headers }
  return server.inject({ method, url, headers: allHeaders, ...(payload && { payload }) })
}
const begin = async (caller: Caller, sizeBytes: number) => {
  const creation = await callTus(caller, 'POST', '/api/uploads', { 'upload-length': String(sizeBytes) })
  expect(creation).toMatchObject({ status: 201, headers: { 'tus-resumable': '1.0.0' } })
  return String(creation.headers['location'])
}
const send = (caller: Caller, url: string, offset: number, chunk: Buffer) =>
  callTus(
    caller,
    'PATCH',
    url,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    chunk,
  )
const listWorkFiles = async () => {
  await waitForBackgroundWork()
  return readdir(join(server.dataDir, 'photos', 'work'))
}

describe('resumable upload', () => {
  test('creates the photo when the last chunk arrives, and repeats the photo id in later responses', async () => {
    const url = await begin(ann, photo.length)
    const half = photo.length >> 1
    const first = await send(ann, url, 0, photo.subarray(0, half))
    expect(first).toMatchObject({ status: 204, headers: { 'upload-offset': String(half) } })
    expect(first.headers).not.toHaveProperty('photo-id')
    expect(await callTus(ann, 'HEAD', url)).toMatchObject({
      status: 204,
      headers: { 'upload-offset': String(half), 'upload-length': String(photo.length), 'cache-control': 'no-store' },
    })
    const last = await send(ann, url, half, photo.subarray(half))
    expect(last).toMatchObject({ status: 204, headers: { 'upload-offset': String(photo.length) } })
    const id = String(last.headers['photo-id'])
    expect(await waitUntilReady(server, ann, id)).toMatchObject({ width: 1200, height: 800 })

    expect(await callTus(ann, 'HEAD', url)).toMatchObject({ status: 204, headers: { 'photo-id': id } })
    expect(await send(ann, url, photo.length, Buffer.alloc(0))).toMatchObject({
      status: 204,
      headers: { 'photo-id': id },
    })
  })

  test('accepts POST with X-HTTP-Method-Override, for proxies that refuse PATCH and DELETE', async () => {
    const url = await begin(ann, photo.length)
    const headers = { 'x-http-method-override': 'PATCH', 'content-type': 'application/offset+octet-stream' }
    const first = await callTus(ann, 'POST', url, { ...headers, 'upload-offset': '0' }, photo.subarray(0, 100))
    expect(first).toMatchObject({ status: 204, headers: { 'upload-offset': '100' } })
    expect((await callTus(bob, 'POST', url, { ...headers, 'upload-offset': '100' }, photo)).status).toBe(404)
    expect((await callTus(ann, 'POST', url, { 'x-http-method-override': 'DELETE' })).status).toBe(204)
    expect((await callTus(ann, 'HEAD', url)).status).toBe(404)
    expect((await callTus(ann, 'POST', url)).status).toBe(404)
    const otherEndpoint = await server.call(
      ann,
      'POST',
      '/api/profile',
      {},
      {
        headers: { 'x-http-method-override': 'PATCH' },
      },
    )
    expect(otherEndpoint.status).toBe(404)
  })

  test('creates the photo on a HEAD request if the server process died after the last chunk', async () => {
    const url = await begin(ann, photo.length)
    await send(ann, url, 0, photo.subarray(0, -1))
    // Simulates a server that was killed after the last byte but before decoding: all bytes are stored, but there is no
    // photo.
    const { appendFile } = await import('node:fs/promises')
    const [part = ''] = (await listWorkFiles()).filter((name) => name.endsWith('.part'))
    await appendFile(join(server.dataDir, 'photos', 'work', part), photo.subarray(-1))
    const response = await callTus(ann, 'HEAD', url)
    expect(response).toMatchObject({ status: 204, headers: { 'photo-id': expect.stringMatching(/^[0-9a-f-]{36}$/) } })
    expect(await callTus(ann, 'HEAD', url)).toMatchObject({ headers: { 'photo-id': response.headers['photo-id'] } })
  })

  test('can be deleted by its owner, and returns 404 to other users and 401 to visitors', async () => {
    const url = await begin(ann, photo.length)
    for (const caller of [bob, null]) {
      const status = caller ? 404 : 401
      expect(await callTus(caller, 'HEAD', url)).toMatchObject({ status })
      expect(await send(caller, url, 0, photo)).toMatchObject({ status })
      expect(await callTus(caller, 'DELETE', url)).toMatchObject({ status })
    }
    expect(await callTus(ann, 'HEAD', url)).toMatchObject({ status: 204, headers: { 'upload-offset': '0' } })
    expect(await callTus(ann, 'DELETE', url)).toMatchObject({ status: 204 })
    expect(await callTus(ann, 'HEAD', url)).toMatchObject({ status: 404 })
  })

  test('returns 409 for a chunk with a wrong offset, and can then continue at the right offset', async () => {
    const url = await begin(ann, photo.length)
    expect(await send(ann, url, 10, photo.subarray(10))).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await send(ann, url, 0, photo.subarray(0, 100))).toMatchObject({ status: 204 })
    expect(await send(ann, url, 0, photo)).toMatchObject({ status: 409 })
    expect(await send(ann, url, 100, photo.subarray(100))).toMatchObject({ status: 204 })
  })

  test('returns 404 after a day, when the sweep deletes its files', async () => {
    const url = await begin(bob, photo.length)
    await send(bob, url, 0, photo.subarray(0, 500))
    server.clock.advance(25 * hour)
    expect(await callTus(bob, 'HEAD', url)).toMatchObject({ status: 404 })
    await server.deps.jobs.send(server.deps.database, 'sweep-photos', {})
    await server.runJobs()
    expect((await listWorkFiles()).filter((name) => name.includes(bob.id))).toEqual([])
  })
})

describe('refused resumable upload', () => {
  const refusals: [string, () => Promise<Buffer> | Buffer, number, string][] = [
    ['a truncated photo', async () => photo.subarray(0, 30_000), 422, 'unreadable-photo'],
    ['a PNG with too many pixels', () => blackPng(30_000, 30_000), 413, 'too-many-pixels'],
    ['an SVG', async () => (await unsupportedFiles())['svg'] ?? Buffer.alloc(1), 415, 'unsupported-media-type'],
    ['a file of one byte', () => Buffer.from([0xff]), 415, 'unsupported-media-type'],
  ]
  test.each(refusals)('is deleted with its files (%s)', async (_name, make, status, code) => {
    const eve = await aUser(server)
    const bytes = await make()
    const url = await begin(eve, bytes.length)
    const refused = await send(eve, url, 0, bytes)
    expect(refused).toMatchObject({ status, body: { code }, headers: { 'tus-resumable': '1.0.0' } })
    expect(refused.headers['content-type']).toContain('application/problem+json')
    expect(await callTus(eve, 'HEAD', url)).toMatchObject({ status: 404 })
    expect((await listWorkFiles()).filter((name) => name.includes(eve.id))).toEqual([])
  })

  test('gets 415 for its first chunk if the file is not a photo', async () => {
    const url = await begin(ann, 5_000_000)
    expect(await send(ann, url, 0, Buffer.alloc(1000, 'text'))).toMatchObject({ status: 415 })
    expect(await callTus(ann, 'HEAD', url)).toMatchObject({ status: 404 })
  })

  test('gets 413 above the announced or allowed length, and 400 for an invalid length or tus version', async () => {
    const url = await begin(ann, 200)
    expect(await send(ann, url, 0, photo)).toMatchObject({ status: 413, body: { code: 'too-large' } })
    const lengths: [string, number][] = [
      [String(30 * 1024 * 1024 + 1), 413],
      ['0', 400],
      ['-5', 400],
      ['x', 400],
    ]
    for (const [length, status] of lengths)
      expect(await callTus(ann, 'POST', '/api/uploads', { 'upload-length': length })).toMatchObject({ status })
    expect(await callTus(ann, 'POST', '/api/uploads', { 'tus-resumable': '0.2.2' })).toMatchObject({ status: 400 })
    for (const id of ['..%2f..%2fpasswd', randomBytes(16).toString('hex'), '%00'])
      expect(await callTus(ann, 'HEAD', `/api/uploads/${id}`)).toMatchObject({ status: 404 })
  })

  test('gets 429 if it is the 21st unfinished upload of a user', async () => {
    const eve = await aUser(server)
    for (let i = 0; i < 20; i++) await begin(eve, 1000)
    expect(await callTus(eve, 'POST', '/api/uploads', { 'upload-length': '9' })).toMatchObject({ status: 429 })
  })
})

describe('resumable upload over a real connection', () => {
  let address = ''
  beforeAll(async () => {
    address = await server.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  })

  test('succeeds with tus-js-client and returns the photo id in the last response', async () => {
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
    expect(await waitUntilReady(server, ann, answers.at(-1) ?? '')).toMatchObject({ width: 4032, height: 3024 })
  })

  test('creates one photo when a chunk is sent three times in parallel', async () => {
    const bytes = await drawnScene(900, 700).jpeg().toBuffer()
    const url = await begin(ann, bytes.length)
    const headers = {
      cookie: ann.cookie,
      'sec-fetch-site': 'same-origin',
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
    }
    const chunk = { ...headers, 'content-type': 'application/offset+octet-stream' }
    const sendOnce = () => fetch(`${address}${url}`, { method: 'PATCH', headers: chunk, body: new Uint8Array(bytes) })
    // Each request may be aborted by a later one, because the server considers the earlier request abandoned.
    const answers = (await Promise.allSettled([sendOnce(), sendOnce(), sendOnce()])).flatMap((end) =>
      end.status === 'fulfilled' ? (end.value.headers.get('photo-id') ?? []) : [],
    )
    expect(new Set(answers).size).toBeLessThanOrEqual(1)
    const { headers: headHeaders } = await callTus(ann, 'HEAD', url)
    expect(headHeaders['photo-id']).toMatch(/^[0-9a-f-]{36}$/)
    for (const id of answers) expect(id).toBe(headHeaders['photo-id'])
  })

  /** Sends the first 5000 bytes of a chunk and leaves the connection open. */
  async function startSlowChunk(caller: TestUser, url: string, bytes: Buffer) {
    const { port } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1')
    const lines = [
      `PATCH ${url} HTTP/1.1`,
      `Host: localhost:${port}`,
      `Cookie: ${caller.cookie}`,
      'Sec-Fetch-Site: same-origin',
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      `Content-Length: ${bytes.length}`,
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    socket.write(bytes.subarray(0, 5000))
    await expect.poll(async () => (await callTus(caller, 'HEAD', url)).headers['upload-offset']).toBe('5000')
    return socket
  }

  test('keeps the received bytes when the connection breaks off', async () => {
    const bytes = await drawnScene(900, 700).jpeg().toBuffer()
    const url = await begin(ann, bytes.length)
    const socket = await startSlowChunk(ann, url, bytes)
    socket.destroy()
    const rest = await send(ann, url, 5000, bytes.subarray(5000))
    expect(rest).toMatchObject({ status: 204, headers: { 'photo-id': expect.any(String) } })
  })

  test('is not interrupted by a request of another user for the same upload', async () => {
    const bytes = await drawnScene(900, 700).jpeg().toBuffer()
    const url = await begin(ann, bytes.length)
    const socket = await startSlowChunk(ann, url, bytes)
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
