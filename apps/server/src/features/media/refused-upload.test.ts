import { once } from 'node:events'
import { readdir, rm, symlink } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { multipartPhotoForm } from '#testing/photos/photos.ts'
import { type Caller, serverForFile } from '#testing/server.ts'

const server = serverForFile()
let ann: TestUser
let address: URL
beforeAll(async () => {
  ann = await aUser(server)
  address = new URL(await server.app.fastify.listen({ port: 0, host: '127.0.0.1' }))
})

const megabyte = 1024 * 1024
const createTextBytes = (megabytes: number) => Buffer.alloc(megabytes * megabyte, 'text')
// Starts with the signature of a JPEG, because the server checks the remaining bytes only when all have arrived.
const createJpegLikeBytes = (megabytes: number) =>
  Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), createTextBytes(megabytes)])

type TestRequest = { caller?: Caller; line: string; headers?: Record<string, string>; body: Buffer }

const formatHead = ({ caller = ann, line, headers = {}, body }: TestRequest) => {
  const common = { Host: address.host, 'Sec-Fetch-Site': 'same-origin', ...(caller && { Cookie: caller.cookie }) }
  const allHeaders = Object.entries({ ...common, 'Content-Length': String(body.length), ...headers })
  return `${line} HTTP/1.1\r\n${allHeaders.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

/** Returns a function that lists the status codes received so far. */
function collectStatusCodes(socket: Socket) {
  let received = ''
  socket.on('data', (data) => (received += data.toString()))
  return () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

/** Sends a body and ignores responses. Returns false if the connection closed before all bytes were sent. */
async function sendAll(socket: Socket, body: Buffer): Promise<boolean> {
  const closed = once(socket, 'close').catch(() => {})
  for (let at = 0; at < body.length && !socket.destroyed; at += megabyte)
    if (!socket.write(body.subarray(at, at + megabyte)))
      await Promise.race([once(socket, 'drain'), closed]).catch(() => {})
  return !socket.destroyed
}

/** Sends a request, then GET /livez on the same connection; returns both status codes. */
async function sendThenCheckConnection(request: TestRequest) {
  const socket = connect(Number(address.port), address.hostname)
  socket.on('error', () => {})
  const answers = collectStatusCodes(socket)
  socket.write(formatHead(request))
  const wasSent = await sendAll(socket, request.body)
  socket.write(formatHead({ line: 'GET /livez', body: Buffer.alloc(0) }))
  await expect.poll(() => answers().length).toBe(2)
  socket.destroy()
  return { wasSent, answers: answers() }
}

const createFormRequest = (bytes: Buffer): TestRequest => {
  const { body, headers } = multipartPhotoForm(bytes)
  return { line: 'POST /api/photos', headers: { 'Content-Type': headers['content-type'] }, body }
}

async function createChunkRequest(bytes: Buffer, length = bytes.length): Promise<TestRequest> {
  const headers = { host: address.host, 'sec-fetch-site': 'same-origin', cookie: ann.cookie, 'tus-resumable': '1.0.0' }
  const creation = await server.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { ...headers, host: 'localhost:3000', 'upload-length': String(length) },
  })
  const type = { 'Content-Type': 'application/offset+octet-stream' }
  return {
    line: `PATCH ${String(creation.headers['location'])}`,
    headers: { ...type, 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0' },
    body: bytes,
  }
}

async function withFullDisk<T>(work: () => Promise<T>): Promise<T> {
  const { withFolder } = server.deps.storage
  server.deps.storage.withFolder = () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }))
  try {
    return await work()
  } finally {
    server.deps.storage.withFolder = withFolder
  }
}

/**
 * Replaces the partial file of an upload by a link to `/dev/full`, so that writes fail with ENOSPC. Returns the chunk
 * to send.
 */
async function createChunkForFullDisk(): Promise<TestRequest> {
  const request = await createChunkRequest(createJpegLikeBytes(20))
  const folder = join(server.dataDir, 'photos', 'work')
  const id = request.line.split('/').at(-1) ?? ''
  const partialFile = (await readdir(folder)).find((name) => name.includes(id) && name.endsWith('.part')) ?? ''
  await rm(join(folder, partialFile))
  await symlink('/dev/full', join(folder, partialFile))
  return request
}

describe('connection of an upload that is refused before all bytes arrive', () => {
  const refusals: [string, () => TestRequest | Promise<TestRequest>, number][] = [
    ['a form without a photo (415)', () => createFormRequest(createTextBytes(20)), 415],
    ['a form above the size limit (413)', () => createFormRequest(createJpegLikeBytes(33)), 413],
    ['a form without a session (401)', () => ({ ...createFormRequest(createJpegLikeBytes(20)), caller: null }), 401],
    ['a chunk that is not a photo (415)', () => createChunkRequest(createTextBytes(20)), 415],
    ['a chunk above the announced length (413)', () => createChunkRequest(createJpegLikeBytes(20), 1000), 413],
    ['a chunk on a full disk (507)', createChunkForFullDisk, 507],
  ]
  test.each(refusals)('remains usable after %s', async (_name, make, status) => {
    expect(await sendThenCheckConnection(await make())).toEqual({ wasSent: true, answers: [status, 200] })
  })

  test('remains usable after a form upload to a full disk (507)', async () => {
    expect(await withFullDisk(() => sendThenCheckConnection(createFormRequest(createJpegLikeBytes(20))))).toEqual({
      wasSent: true,
      answers: [507, 200],
    })
  })
})

test('server closes the connection of a refused upload at the request timeout, without a second response', async () => {
  const http = server.app.fastify.server
  const { requestTimeout } = http
  http.requestTimeout = 500
  try {
    const socket = connect(Number(address.port), address.hostname)
    const answers = collectStatusCodes(socket)
    const request = createFormRequest(createTextBytes(20))
    socket.write(formatHead(request))
    socket.write(request.body.subarray(0, megabyte))
    await expect.poll(answers).toEqual([415])
    await once(socket, 'close')
    expect(answers()).toEqual([415])
  } finally {
    http.requestTimeout = requestTimeout
  }
})
