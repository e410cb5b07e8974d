import { connect as connectHttp2 } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import tls, { connect as connectTls, type TLSSocket } from 'node:tls'
import {
  formatRequestHead,
  type RawResponse,
  readRawResponse,
  type SendRate,
  toBytesPerSecond,
  writeSlowly,
} from '../apps/server/src/testing/fakes/slow-socket.ts'
import { drawnScene } from '../apps/server/src/testing/photos/images.ts'
import { type ApiClient, createApiClient } from '../e2e/client.ts'
import { type AppBehindNginx, withNginx } from './behind-nginx.ts'
import type { Drill } from './drill.ts'

const CHUNK = 32 * 1024
const STALL_MS = 15_000
const lines = [100, 150, 330]
const fast = 1_000_000

type Chunk = { url: string; offset: number; bytes: Buffer }

/** A client that uploads through nginx. */
type Uploader = AppBehindNginx & { origin: string; client: ApiClient; photo: Buffer }

const headersOf = ({ port, client }: Uploader, { offset, bytes }: Pick<Chunk, 'offset' | 'bytes'>) => ({
  Host: `localhost:${port}`,
  Origin: `https://localhost:${port}`,
  Cookie: client.cookie,
  'Tus-Resumable': '1.0.0',
  'Upload-Offset': offset,
  'Content-Type': 'application/offset+octet-stream',
  'Content-Length': bytes.length,
})

async function begin({ origin, client, photo }: Uploader): Promise<string> {
  const headers = { origin, cookie: client.cookie, 'tus-resumable': '1.0.0', 'upload-length': String(photo.length) }
  const begun = await fetch(`${origin}/api/uploads`, { method: 'POST', headers })
  if (begun.status !== 201) throw new Error(`an upload was begun with ${begun.status}`)
  return begun.headers.get('location') ?? ''
}

async function offsetOf({ origin, client }: Uploader, url: string): Promise<number> {
  const headers = { origin, cookie: client.cookie, 'tus-resumable': '1.0.0' }
  const { headers: answer } = await fetch(`${origin}${url}`, { method: 'HEAD', headers })
  return Number(answer.get('upload-offset'))
}

function open(uploader: Uploader, chunk: Chunk): TLSSocket {
  const { port, certificate } = uploader
  const socket = connectTls({ host: 'localhost', port, ca: certificate, ALPNProtocols: ['http/1.1'] })
  socket.write(formatRequestHead(`PATCH ${chunk.url}`, headersOf(uploader, chunk)))
  return socket
}

async function send(uploader: Uploader, chunk: Chunk, pace: SendRate): Promise<RawResponse | null> {
  const socket = open(uploader, chunk)
  const answer = readRawResponse(socket)
  await writeSlowly(socket, chunk.bytes, pace)
  const response = await answer
  socket.destroy()
  return response
}

/** Sends a whole photo as one chunk over HTTP/2, as browsers do with nginx. */
async function sendByHttp2(uploader: Uploader, url: string, pace: SendRate): Promise<number> {
  const { origin, certificate, photo } = uploader
  const session = connectHttp2(origin, { ca: certificate })
  const { Host: _, ...headers } = headersOf(uploader, { offset: 0, bytes: photo })
  const stream = session.request({ ':method': 'PATCH', ':path': url, ...headers })
  const status = new Promise<number>((resolve, reject) => {
    stream.on('response', (answer) => resolve(Number(answer[':status'])))
    stream.on('error', reject)
  })
  await writeSlowly(stream, photo, pace)
  stream.end()
  return status.finally(() => session.close())
}

function assertStatus(status: number | undefined, expected: number, what: string) {
  if (status !== expected) throw new Error(`${what} was answered with ${status ?? 'nothing'}`)
}

async function uploadAtEachSpeed(uploader: Uploader) {
  await Promise.all(
    lines.flatMap((kilobits) => {
      const pace = { bytesPerSecond: toBytesPerSecond(kilobits) }
      const byHttp1 = async () => {
        const answer = await send(uploader, { url: await begin(uploader), offset: 0, bytes: uploader.photo }, pace)
        assertStatus(answer?.status, 204, `a photo at ${kilobits} kbit/s`)
      }
      const byHttp2 = async () =>
        assertStatus(
          await sendByHttp2(uploader, await begin(uploader), pace),
          204,
          `a photo at ${kilobits} kbit/s by HTTP/2`,
        )
      return [byHttp1(), byHttp2()]
    }),
  )
}

async function uploadWithStalls(uploader: Uploader) {
  const { photo } = uploader
  await Promise.all(
    [0, photo.length >> 1, photo.length - 1].map(async (at) => {
      const pace = { bytesPerSecond: fast, stall: { at, ms: STALL_MS } }
      const answer = await send(uploader, { url: await begin(uploader), offset: 0, bytes: photo }, pace)
      assertStatus(answer?.status, 204, `a photo that stalls at byte ${at}`)
    }),
  )
}

/** Breaks the connection half-way through each chunk. Returns the number of breaks. */
async function uploadWithBrokenConnections(uploader: Uploader): Promise<number> {
  const { photo } = uploader
  const url = await begin(uploader)
  let brokenConnections = 0
  for (let offset = 0; offset < photo.length; ) {
    const bytes = photo.subarray(offset, offset + CHUNK)
    const half = bytes.length >> 1
    const socket = open(uploader, { url, offset, bytes })
    await writeSlowly(socket, bytes.subarray(0, half), { bytesPerSecond: fast })
    // Waits until the app has the bytes, because nginx passes them on as they arrive.
    for (let waited = 0; (await offsetOf(uploader, url)) !== offset + half; waited++) {
      if (waited > 100) throw new Error(`${await offsetOf(uploader, url)} bytes are kept, not ${offset + half}`)
      await sleep(100)
    }
    socket.destroy()
    brokenConnections++
    const rest = { url, offset: offset + half, bytes: bytes.subarray(half) }
    assertStatus((await send(uploader, rest, { bytesPerSecond: fast }))?.status, 204, 'the rest of a chunk')
    offset += bytes.length
  }
  return brokenConnections
}

async function uploadThroughNginx(): Promise<string> {
  return withNginx(async (app) => {
    tls.setDefaultCACertificates([...tls.getCACertificates(), app.certificate])
    const origin = `https://localhost:${app.port}`
    const photo = await drawnScene(1900, 1400).jpeg({ quality: 90 }).toBuffer()
    const uploader = { ...app, origin, client: await createApiClient({ origin }, 'amina'), photo }
    await Promise.all([uploadAtEachSpeed(uploader), uploadWithStalls(uploader)])
    const breaks = await uploadWithBrokenConnections(uploader)
    const size = `${Math.round(photo.length / 1024)} KB`
    return `${size} at ${lines.join(', ')} kbit/s and with stalls of 15 s; ${breaks} lost connections kept what arrived`
  })
}

/** Drill with uploads on connections that are slow, stall or break. */
export const slowUploadDrills: Drill[] = [{ name: 'slow uploads behind nginx', run: uploadThroughNginx }]
