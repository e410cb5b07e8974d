import { createReadStream } from 'node:fs'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { withTrace } from '#platform/monitoring/trace-channel.ts'
import { StorageUnavailable } from './storage-unavailable.ts'

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * Timeouts of a request. `idleMs`: longest time without a byte. `answerMs`: time until the response begins, including
 * all retries.
 */
export type S3Timeouts = { idleMs: number; answerMs: number }

/** A request to the S3 service. `body` can be a file, which a retry reads again. */
export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  at: string
  headers?: Record<string, string>
  body?: Buffer | { file: string }
}

/** Sends a request and returns the response after its headers. The caller must read or destroy the response. */
export type S3Sender = (call: S3Request) => Promise<IncomingMessage>

const TRIES = 3
const FIRST_PAUSE_MS = 200

const isTemporary = (status: number) => status >= 500 || status === 429 || status === 408

const openBody = (body: S3Request['body']) =>
  body && !Buffer.isBuffer(body) ? createReadStream(body.file) : [body ?? '']

/** Returns the delay before an attempt: exponential backoff with jitter, which shortens the delay by up to half. */
const computeBackoffMs = (attempt: number) => FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2)

async function sendOnce(settings: S3Settings, agent: HttpAgent, call: S3Request, idleMs: number, signal: AbortSignal) {
  const { method, at, body } = call
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const url = `${endpoint}/${bucket}${at}`
  const signer = new AwsV4Signer({
    method,
    url,
    headers: call.headers ?? {},
    ...{ service: 's3', region, accessKeyId, secretAccessKey },
  })
  const headers: OutgoingHttpHeaders = Object.fromEntries((await signer.sign()).headers)
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  const request = send(url, { method, headers, agent, timeout: idleMs })
  const answer = Promise.withResolvers<IncomingMessage>()
  // Prevents an unhandled rejection. After the response has begun, its stream reports errors.
  answer.promise.catch(() => {})
  const abort = () => request.destroy(new Error('it gave no answer in time'))
  request.on('timeout', () => request.destroy(new Error('it stopped sending data')))
  request.on('response', answer.resolve).on('error', answer.reject)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    if (body === undefined) request.end()
    else pipeline(openBody(body), request).catch(answer.reject)
    return await answer.promise
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

export async function readResponseText(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

/**
 * Returns a function that sends signed requests. Retries temporary failures: all requests are idempotent.
 * @throws StorageUnavailable when every attempt got no response or a server error
 */
export function createS3Sender(settings: S3Settings, { idleMs, answerMs }: S3Timeouts): S3Sender {
  const agent = new (settings.endpoint.startsWith('https:') ? HttpsAgent : HttpAgent)({ keepAlive: true })
  const attempt = async (call: S3Request, signal: AbortSignal) => {
    const answer = await sendOnce(settings, agent, call, idleMs, signal)
    if (!isTemporary(answer.statusCode ?? 500)) return answer
    answer.resume()
    throw new Error(`it answered ${answer.statusCode}`)
  }
  return async (call) => {
    const signal = AbortSignal.timeout(answerMs)
    let reason = ''
    for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
      if (tries > 0) await pause(computeBackoffMs(tries - 1))
      try {
        return await withTrace(
          () => attempt(call, signal),
          () => ({ where: 'outside', name: `${call.method} ${settings.bucket}` }),
        )
      } catch (error) {
        // An error of the local disk is not retried.
        if (error instanceof Error && 'path' in error) throw error
        reason = error instanceof Error ? error.message : String(error)
      }
    }
    throw new StorageUnavailable(`The bucket ${settings.bucket} is unavailable: ${reason}`)
  }
}
