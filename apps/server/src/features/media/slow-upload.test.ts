import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { uploadLimits } from '#platform/http/long-body.ts'
import {
  type RawResponse,
  readRawResponse,
  sendHeaders,
  toBytesPerSecond,
  waitForSocketClose,
  writeSlowly,
} from '#testing/fakes/slow-socket.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { drawnScene } from '#testing/photos/images.ts'
import { multipartPhotoForm, waitUntilReady } from '#testing/photos/photos.ts'
import { startServer, type TestServer } from '#testing/server.ts'

// The app's timeout is 10 seconds. The tests set one second, the interval at which Node.js checks timeouts.
const REQUEST_TIMEOUT_MS = 1_000
// To save time, the tests send six times as fast as their titles say.
const SPEED_FACTOR = 6
const CHUNK = 32 * 1024
const rates = [100, 150, 330].map((kilobits) => toBytesPerSecond(kilobits) * SPEED_FACTOR)

const processCounts = { 'one process on a disk': '1', 'several processes': '2' }

describe.each(Object.entries(processCounts))('upload on a slow connection (%s)', (_, PROCESSES) => {
  const isShared = PROCESSES !== '1'
  let [server, address, ann, photo] = [] as unknown as [TestServer, URL, TestUser, Buffer]
  beforeAll(async () => {
    server = await startServer({ PHOTOS_PER_DAY: '1000', PROCESSES })
    address = new URL(await server.app.fastify.listen({ port: 0, host: '127.0.0.1' }))
    // Node.js limits a request by the larger of these two timeouts, so the test sets both.
    Object.assign(server.app.fastify.server, { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS })
    ann = await aUser(server)
    photo = await drawnScene(1900, 1400).jpeg({ quality: 90 }).toBuffer()
    if (photo.length < 250_000) throw new Error(`the photo has ${photo.length} bytes`)
  })
  afterAll(() => server.stop())
  afterEach(() => {
    server.deps.config.uploadLimits = uploadLimits
  })

  const common = () => ({ Host: address.host, Cookie: ann.cookie, 'Sec-Fetch-Site': 'same-origin' })
  const callTus = (method: 'POST' | 'HEAD', url: string, more = {}) =>
    server.inject({ method, url, headers: { ...common(), host: 'localhost:3000', 'tus-resumable': '1.0.0', ...more } })
  const begin = async () =>
    String((await callTus('POST', '/api/uploads', { 'upload-length': String(photo.length) })).headers['location'])
  const readOffset = async (url: string) => Number((await callTus('HEAD', url)).headers['upload-offset'])

  const openChunk = (url: string, offset: number, length = photo.length - offset) =>
    sendHeaders(address, `PATCH ${url}`, {
      ...common(),
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': offset,
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': length,
    })
  function openForm() {
    const { body, headers } = multipartPhotoForm(photo)
    const allHeaders = { ...common(), 'Content-Type': headers['content-type'], 'Content-Length': body.length }
    return { socket: sendHeaders(address, 'POST /api/photos', allHeaders), body }
  }
  async function sendAndRead(socket: Socket, sending: (socket: Socket) => Promise<void>): Promise<RawResponse | null> {
    const answer = readRawResponse(socket)
    await sending(socket)
    const response = await answer
    socket.destroy()
    return response
  }
  async function sendChunk(url: string, offset: number, length = photo.length - offset) {
    const bytes = photo.subarray(offset, offset + length)
    return sendAndRead(openChunk(url, offset, length), async (socket) => void socket.write(bytes))
  }
  async function downloadOriginal(id: string): Promise<Buffer> {
    await waitUntilReady(server, ann, id)
    const response = await fetch(new URL(`/api/photos/${id}/original`, address), { headers: common() })
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }
  /** Returns the original that the server stores if the whole photo arrives in one request. */
  const readExpectedOriginal = async () => {
    const url = await begin()
    return downloadOriginal(String((await sendChunk(url, 0))?.headers['photo-id']))
  }
  /** Returns the sizes of the partial upload files on the disk. */
  async function readPartialFileSizes(): Promise<number[]> {
    const folder = join(server.dataDir, 'photos', 'work')
    const names = (await readdir(folder, { recursive: true })).filter((name) => /(\.part|\/piece)$/.test(name))
    return Promise.all(names.map(async (name) => (await stat(join(folder, name)).catch(() => ({ size: 0 }))).size))
  }
  const readProblem = (answer: RawResponse | null) => answer && [answer.status, JSON.parse(answer.body).code]

  it('succeeds at 100, 150 and 330 kbit/s, as a chunk and as a form', async () => {
    const answers = await Promise.all(
      rates.flatMap((bytesPerSecond) => [
        begin().then((url) =>
          sendAndRead(openChunk(url, 0), (socket) => writeSlowly(socket, photo, { bytesPerSecond })),
        ),
        sendAndRead(openForm().socket, (socket) => writeSlowly(socket, openForm().body, { bytesPerSecond })),
      ]),
    )
    expect(answers.map((answer) => answer?.status)).toEqual([204, 201, 204, 201, 204, 201])
  })

  it('continues after a stall of 15 seconds before the first, a middle or the last byte', async () => {
    const bytesPerSecond = 1_000_000
    const stalls = [0, photo.length >> 1, photo.length - 1].map((at) => ({ at, ms: 15_000 / SPEED_FACTOR }))
    const answers = await Promise.all(
      stalls.flatMap((stall) => [
        begin().then((url) =>
          sendAndRead(openChunk(url, 0), (socket) => writeSlowly(socket, photo, { bytesPerSecond, stall })),
        ),
        sendAndRead(openForm().socket, (socket) => writeSlowly(socket, openForm().body, { bytesPerSecond, stall })),
      ]),
    )
    expect(answers.map((answer) => answer?.status)).toEqual([204, 201, 204, 201, 204, 201])
  })

  it('keeps the received bytes when every chunk is interrupted', async () => {
    const url = await begin()
    let offset = 0
    let id: string | undefined
    for (let chunks = 0; !id; chunks++) {
      const length = Math.min(CHUNK, photo.length - offset)
      const receivedBytes = Math.ceil((length * (1 + (chunks % 3))) / 5)
      const socket = openChunk(url, offset, length)
      socket.write(photo.subarray(offset, offset + receivedBytes))
      await expect.poll(readPartialFileSizes).toContain(isShared ? receivedBytes : offset + receivedBytes)
      socket.destroy()
      await expect.poll(() => readOffset(url)).toBe(offset + receivedBytes)
      const answer = await sendChunk(url, offset + receivedBytes, length - receivedBytes)
      expect(answer?.status).toBe(204)
      offset += length
      id = answer?.headers['photo-id']
    }
    expect(await downloadOriginal(id)).toEqual(await readExpectedOriginal())
  })

  /** Resumes an upload as a real client does: reads the offset and sends the rest, until the photo is stored. */
  async function finish(url: string): Promise<string> {
    for (let tries = 0; tries < 5; tries++) {
      const answer = await sendChunk(url, await readOffset(url))
      if (answer?.headers['photo-id']) return answer.headers['photo-id']
      expect([408, 409, undefined]).toContain(answer?.status)
    }
    throw new Error('no photo after five tries')
  }

  it('stores each byte once when an abandoned request still sends bytes during the retry', async () => {
    const url = await begin()
    const abandoned = openChunk(url, 0)
    const answer = readRawResponse(abandoned)
    const sending = writeSlowly(abandoned, photo, { bytesPerSecond: 50_000 })
    await expect.poll(() => abandoned.bytesWritten).toBeGreaterThan(10_000)
    const id = await finish(url)
    expect((await answer)?.status ?? 408).toBe(408)
    abandoned.destroy()
    await sending
    expect(await downloadOriginal(id)).toEqual(await readExpectedOriginal())
  })

  it('stores each byte once when an abandoned request arrives after its retry', async () => {
    const url = await begin()
    await sendChunk(url, 0, CHUNK)
    const retry = openChunk(url, CHUNK)
    const answer = readRawResponse(retry)
    const sending = writeSlowly(retry, photo.subarray(CHUNK), { bytesPerSecond: 50_000 })
    await expect.poll(() => retry.bytesWritten).toBeGreaterThan(10_000)
    expect(readProblem(await sendChunk(url, 0, CHUNK))).toEqual([409, 'conflict'])
    expect(readProblem(await answer)).toEqual([408, 'request-timeout'])
    retry.destroy()
    await sending
    expect(await downloadOriginal(await finish(url))).toEqual(await readExpectedOriginal())
  })

  it('gets 408 and a closed connection when no more bytes arrive, and keeps the received bytes', async () => {
    server.deps.config.uploadLimits = { ...uploadLimits, idleMs: 300 }
    const url = await begin()
    const chunk = openChunk(url, 0)
    chunk.write(photo.subarray(0, 5_000))
    const form = openForm()
    form.socket.write(form.body.subarray(0, 5_000))
    const idleSockets = [openChunk(await begin(), 0), openForm().socket]
    for (const socket of [chunk, form.socket, ...idleSockets]) {
      const isClosed = waitForSocketClose(socket)
      const answer = await readRawResponse(socket)
      expect([readProblem(answer), answer?.headers['connection']]).toEqual([[408, 'request-timeout'], 'close'])
      await isClosed
    }
    expect(await readOffset(url)).toBe(5_000)
    server.deps.config.uploadLimits = uploadLimits
    expect(await downloadOriginal(await finish(url))).toEqual(await readExpectedOriginal())
  })

  it('gets 408 below the minimum rate or above the total time limit', async () => {
    for (const limits of [{ minBytesPerSecond: 1_000_000, graceMs: 300 }, { totalMs: 300 }]) {
      server.deps.config.uploadLimits = { ...uploadLimits, ...limits }
      const answer = await sendAndRead(openChunk(await begin(), 0), (socket) =>
        writeSlowly(socket, photo, { bytesPerSecond: 20_000 }),
      )
      // The server may reset the connection while bytes are in transit.
      expect(readProblem(answer) ?? 'reset').toEqual(answer ? [408, 'request-timeout'] : 'reset')
    }
  })

  it('loses its connection when bytes of a refused file still arrive after the request timeout', async () => {
    const url = await begin()
    const timedOut = once(server.app.fastify.server, 'clientError')
    const socket = openChunk(url, 0)
    const answer = readRawResponse(socket)
    const isClosed = waitForSocketClose(socket)
    socket.write(photo.subarray(0, 1))
    await timedOut
    const sending = writeSlowly(socket, Buffer.alloc(photo.length, 'text'), { bytesPerSecond: 5_000 })
    expect(readProblem(await answer)).toEqual([415, 'unsupported-media-type'])
    await isClosed
    await sending
  })

  it('gets 408, not 400, when it is the JSON body of POST /api/posts and stalls or breaks off', async () => {
    for (const isEnded of [false, true]) {
      const headers = { ...common(), 'Content-Type': 'application/json', 'Content-Length': 100 }
      const socket = sendHeaders(address, 'POST /api/posts', headers)
      const answer = readRawResponse(socket)
      socket.write('{"caption":')
      if (isEnded) socket.end()
      expect(readProblem(await answer)).toEqual([408, 'request-timeout'])
    }
  })
})
