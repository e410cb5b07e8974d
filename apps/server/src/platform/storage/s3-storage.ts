import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { formatRange, parseContentRange, type RangeFromStart, resolveRange } from '#platform/http/byte-range.ts'
import { digestOf, type FileDigest } from './file-digest.ts'
import { createS3Sender, readResponseText, type S3Sender, type S3Settings, type S3Timeouts } from './s3-request.ts'
import { createWorkFolder, getStorageKey, isFileName, newFileName, type OpenedFile, type Storage } from './storage.ts'
import { StorageUnavailable } from './storage-unavailable.ts'

// Timeouts of requests to the bucket. With all retries, they are shorter than the timeout of a reverse proxy.
const defaultOptions = { idleMs: 20_000, answerMs: 40_000, pageSize: 1000 }
const DELETE_CONCURRENCY = 16

// Throws StorageUnavailable for an error response.
async function throwUnavailable(answer: IncomingMessage, what: string): Promise<never> {
  const [, code = 'no reason'] = /<Code>(\w{1,80})<\/Code>/.exec(await readResponseText(answer)) ?? []
  throw new StorageUnavailable(`The bucket answers ${answer.statusCode} (${code}) to ${what}`)
}

/** Opens a file. Returns undefined if it does not exist. @throws StorageUnavailable, also for a missing bucket */
async function open(send: S3Sender, name: string, range?: RangeFromStart): Promise<IncomingMessage | undefined> {
  const headers = range && { range: formatRange(range) }
  const answer = await send({ method: 'GET', at: `/${getStorageKey(name)}`, ...(headers && { headers }) })
  if (answer.statusCode === 200 || (range && answer.statusCode === 206)) return answer
  if (range && answer.statusCode === 416) {
    answer.resume()
    return open(send, name)
  }
  if (answer.statusCode !== 404) return throwUnavailable(answer, 'GET')
  const isBucketGone = (await readResponseText(answer)).includes('NoSuchBucket')
  if (isBucketGone) throw new StorageUnavailable('The bucket does not exist: check S3_BUCKET')
  return undefined
}

function toOpenedFile(stream: IncomingMessage): OpenedFile {
  const found = stream.statusCode === 206 ? parseContentRange(stream.headers['content-range']) : undefined
  return { stream, ...(found ?? { sizeBytes: Number(stream.headers['content-length']) }) }
}

/** Stores a file. Sends its MD5 and SHA-256, so that the service can verify the content. */
async function put(send: S3Sender, name: string, content: Buffer | { file: string }): Promise<FileDigest> {
  const md5 = createHash('md5')
  const pieces = Buffer.isBuffer(content) ? [content] : createReadStream(content.file)
  const digest = await digestOf(pieces, (piece) => md5.update(piece))
  const headers = {
    'content-md5': md5.digest('base64'),
    'x-amz-content-sha256': digest.sha256,
    'x-amz-meta-sha256': digest.sha256,
    'content-length': String(digest.sizeBytes),
    'content-type': 'application/octet-stream',
  }
  const answer = await send({ method: 'PUT', at: `/${getStorageKey(name)}`, headers, body: content })
  if (answer.statusCode !== 200) return throwUnavailable(answer, 'PUT')
  answer.resume()
  return digest
}

async function remove(send: S3Sender, name: string) {
  const answer = await send({ method: 'DELETE', at: `/${getStorageKey(name)}` })
  if (![200, 204, 404].includes(answer.statusCode ?? 0)) return throwUnavailable(answer, 'DELETE')
  answer.resume()
}

async function find(send: S3Sender, name: string) {
  const answer = await send({ method: 'HEAD', at: `/${getStorageKey(name)}` })
  answer.resume()
  if (answer.statusCode === 404) return undefined
  if (answer.statusCode !== 200) return throwUnavailable(answer, 'HEAD')
  return { sizeBytes: Number(answer.headers['content-length']) }
}

// Lists all files. Names need no escaping in XML or URLs. Each page starts after the last name of the previous page.
async function* list(send: S3Sender, pageSize: number) {
  for (let after = ''; ; ) {
    const answer = await send({
      method: 'GET',
      at: `?list-type=2&max-keys=${pageSize}&start-after=${encodeURIComponent(after)}`,
    })
    if (answer.statusCode !== 200) return await throwUnavailable(answer, 'a listing')
    const page = await readResponseText(answer)
    for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const [, key = ''] = /<Key>(.*?)<\/Key>/s.exec(entry) ?? []
      const [, written = ''] = /<LastModified>(.*?)<\/LastModified>/.exec(entry) ?? []
      after = key
      const name = key.slice(3)
      if (isFileName(name) && key === getStorageKey(name)) yield { name, writtenAt: new Date(written) }
    }
    if (!/<IsTruncated>true</.test(page)) return
  }
}

/**
 * Opens the storage in a bucket. Its keys are the paths that files have in the disk storage. `root` is a local folder,
 * in which files are written before the upload.
 */
export async function openS3Storage(
  settings: S3Settings,
  root: string,
  { pageSize, ...timeouts }: S3Timeouts & { pageSize: number } = defaultOptions,
): Promise<Storage> {
  const work = await createWorkFolder(root)
  const send = createS3Sender(settings, timeouts)
  return {
    ...work,
    isShared: true,
    put: async (name, content) => {
      try {
        return await put(send, name, content)
      } finally {
        if (!Buffer.isBuffer(content)) await rm(content.file, { force: true })
      }
    },
    get: async (name, range) => {
      // Some services do not support ranges from the end of a file, so the start is computed from the file size.
      const isFromEnd = range !== undefined && 'last' in range
      const part = isFromEnd ? resolveRange(range, (await find(send, name))?.sizeBytes ?? 0) : range
      const stream = await open(send, name, part)
      return stream && toOpenedFile(stream)
    },
    find: (name) => find(send, name),
    delete: async (names) => {
      for (let at = 0; at < names.length; at += DELETE_CONCURRENCY)
        await Promise.all(names.slice(at, at + DELETE_CONCURRENCY).map((name) => remove(send, name)))
    },
    list: () => list(send, pageSize),
    withFile: async (name, use) => {
      const stream = await open(send, name)
      if (!stream) return undefined
      return work.withFolder(async (folder) => {
        const path = join(folder, name)
        await pipeline(stream, createWriteStream(path, { mode: 0o600 })).catch((error: NodeJS.ErrnoException) => {
          throw error.path ? error : new StorageUnavailable(`The connection to the bucket broke: ${error.message}`)
        })
        return use(path)
      })
    },
  }
}

/** Returns the fault of the bucket. Undefined if the bucket responds, and the access key may read and list files. */
export async function findBucketFault(settings: S3Settings): Promise<string | undefined> {
  const send = createS3Sender(settings, { idleMs: 5_000, answerMs: 10_000 })
  try {
    const found = await open(send, `${newFileName()}.jpg`)
    found?.destroy()
    await list(send, defaultOptions.pageSize).next()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
