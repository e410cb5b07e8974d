import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from '#platform/context.ts'
import { deleteKnownHashesBefore, upsertKnownHashes } from './hash-list-queries.ts'

const BATCH_SIZE = 5_000
const DOWNLOAD_MS = 10 * 60_000
const MAX_REDIRECTS = 3

/** Size limits of the hash list: enough for about thirty million hashes and some comments. */
const sizeLimits = { bytes: 2 * 1024 ** 3, lineLength: 1_024 }
type SizeLimits = typeof sizeLimits

const hashPattern = /^[0-9a-f]{64}$/i

/**
 * Replaces the stored hashes with those of the list at `HASH_LIST_URL`. Returns their number. An invalid list changes
 * nothing. @throws Error
 */
export async function refreshHashList(ctx: Context, limits: SizeLimits = sizeLimits): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'pawtrait-hash-list-'))
  try {
    const path = join(folder, 'list')
    await download(ctx.config.hashListUrl, path, limits)
    return await replaceList(ctx, path, limits)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function download(listUrl: string, path: string, limits: SizeLimits): Promise<void> {
  const signal = AbortSignal.timeout(DOWNLOAD_MS)
  const response = await request(listUrl, signal)
  if (!response.ok || !response.body) throw new Error(`the server of the list of hashes answered ${response.status}`)
  // Requires Content-Length or chunked encoding. Without both, a broken connection looks like the end of the list.
  if (!response.headers.has('content-length') && response.headers.get('transfer-encoding') !== 'chunked')
    throw new Error('the list of hashes has no defined end: its server must send Content-Length or chunked encoding')
  let size = 0
  const limitSize = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      size += piece.length
      if (size > limits.bytes) throw new Error(`the list of hashes is larger than ${limits.bytes} bytes`)
      yield piece
    }
  }
  await pipeline(Readable.fromWeb(response.body), limitSize, createWriteStream(path), { signal })
}

/** Returns why the hash list cannot be read now (connection error or status); undefined when its server returns 2xx. */
export async function findHashListFault(url: string, waitMs: number): Promise<string | undefined> {
  try {
    const response = await request(url, AbortSignal.timeout(waitMs))
    await response.body?.cancel()
    return response.ok ? undefined : `status ${response.status}`
  } catch (error) {
    if (!(error instanceof Error)) return 'no answer'
    if (error.name === 'TimeoutError') return `no answer within ${waitMs / 1_000} s`
    const { cause } = error
    return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
  }
}

/** Fetches a URL. Follows at most 3 redirects, to https addresses only. */
async function request(startUrl: string, signal: AbortSignal): Promise<Response> {
  let url = startUrl
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    // Requests the list without compression, because a truncated compressed list would look complete.
    const response = await fetch(url, { signal, redirect: 'manual', headers: { 'accept-encoding': 'identity' } })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || !location) return response
    await response.body?.cancel()
    url = new URL(location, url).href
    if (!url.startsWith('https://')) throw new Error('the list of hashes redirects to an address that is not https')
  }
  throw new Error('the list of hashes redirects too often')
}

const replaceList = (ctx: Context, path: string, limits: SizeLimits): Promise<number> =>
  ctx.transaction(async ({ db }) => {
    let count = 0
    for await (const batch of groupIntoBatches(parseHashes(readLines(path, limits)))) {
      await upsertKnownHashes(db, batch, ctx.now)
      count += batch.length
    }
    if (count === 0) throw new Error('the list of hashes is empty')
    await deleteKnownHashesBefore(db, ctx.now)
    return count
  })

async function* readLines(path: string, limits: SizeLimits): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of createReadStream(path, { encoding: 'latin1' })) {
    const lines = (rest + String(piece)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > limits.lineLength) throw new Error('the list of hashes has a line that is too long')
    yield* lines
  }
  yield rest
}

async function* parseHashes(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) {
    const text = line.trim()
    if (text === '' || text.startsWith('#')) continue
    if (!hashPattern.test(text)) throw new Error('the list of hashes has a line that is not a SHA-256 in hex')
    yield text.toLowerCase()
  }
}

async function* groupIntoBatches(hashes: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const hash of hashes) {
    batch.push(hash)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
