import type { IncomingHttpHeaders } from 'node:http'
import { Agent } from 'node:https'
import { createPublicLookup, FetchRefused, type NetworkAccess } from '#platform/security/fetch-public.ts'
import { encryptPayload, type RecipientKeys } from './encrypt-payload.ts'
import { signVapidToken, TOKEN_SECONDS, type VapidKey } from './vapid.ts'

/** A browser's subscription. `endpoint` must come from `parsePushEndpoint`, and is secret. */
export type PushTarget = RecipientKeys & { endpoint: URL }

/**
 * A message to send. `topic` has up to 32 letters and digits. A newer message replaces an undelivered message with the
 * same topic (RFC 8030, section 5.4). While the browser is offline, the service stores the message for `ttlSeconds`.
 */
export type PushMessage = { payload: Buffer; topic: string; ttlSeconds: number }

/** Identity of this server for push services. `contact` comes from `findPushContact`. */
export type PushSenderIdentity = { key: VapidKey; contact: string }

/**
 * Result of sending. `gone`: delete the subscription. `too-large`: send a smaller payload. `retry`: the service is busy
 * or unreachable, and `afterSeconds` is its Retry-After. `refused`: a retry would fail too.
 */
export type PushResult =
  | { is: 'sent' | 'gone' | 'too-large' }
  | { is: 'retry'; afterSeconds: number | undefined; why: string }
  | { is: 'refused'; why: string }

type SendOptions = { identity: PushSenderIdentity; reach: NetworkAccess; now: Date }

export type PushSender = {
  send(target: PushTarget, message: PushMessage, sending: SendOptions): Promise<PushResult>
}

const REQUEST_MS = 10_000
const CONNECTIONS_PER_SERVICE = 20
// A token is replaced an hour before it expires, because clocks differ and requests may be delayed.
const TOKEN_REUSE_MS = (TOKEN_SECONDS - 3_600) * 1_000
const LONGEST_RETRY_SECONDS = 86_400

/** Token for a push service. `accepted` has up to two endpoints for which the service has accepted the token. */
type Token = { value: string; reusedUntil: number; accepted: Set<string> }

/** Returns the headers and the body of the request that sends a message. */
export function buildPushRequest(
  target: PushTarget,
  { payload, topic, ttlSeconds }: PushMessage,
  authorization: string,
) {
  const body = encryptPayload(payload, target)
  const headers = {
    authorization,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': String(body.length),
    ttl: String(ttlSeconds),
    topic,
    urgency: 'normal',
  }
  return { headers, body }
}

/** Returns `Retry-After` in seconds, at most a day. Undefined if the header is missing or malformed. */
export function parseRetryAfter(headers: IncomingHttpHeaders, now: Date): number | undefined {
  const text = headers['retry-after']?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1_000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), LONGEST_RETRY_SECONDS)
}

/** Creates a sender with its own connections. It keeps the tokens and the Retry-After pause of each push service. */
export function createPushSender(): PushSender {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_PER_SERVICE })
  const tokens = new Map<string, Token>()
  const pausedUntil = new Map<string, number>()

  function tokenFor(audience: string, { identity: { key, contact }, now }: SendOptions): Token {
    const name = `${audience} ${key.publicKey} ${contact}`
    const known = tokens.get(name)
    if (known && now.getTime() < known.reusedUntil) return known
    const value = signVapidToken(key, { audience, subject: contact, now })
    const token = { value, reusedUntil: now.getTime() + TOKEN_REUSE_MS, accepted: new Set<string>() }
    tokens.set(name, token)
    return token
  }

  function retryLater(origin: string, headers: IncomingHttpHeaders, status: number, now: Date): PushResult {
    const afterSeconds = parseRetryAfter(headers, now)
    if (afterSeconds !== undefined) pausedUntil.set(origin, now.getTime() + afterSeconds * 1_000)
    return { is: 'retry', afterSeconds, why: `status ${status}` }
  }

  return {
    send: async (target, message, sending) => {
      const { endpoint } = target
      const pauseMs = (pausedUntil.get(endpoint.origin) ?? 0) - sending.now.getTime()
      if (pauseMs > 0) return { is: 'retry', afterSeconds: Math.ceil(pauseMs / 1_000), why: 'paused by Retry-After' }
      const token = tokenFor(endpoint.origin, sending)
      const authorization = `vapid t=${token.value}, k=${sending.identity.key.publicKey}`
      const request = buildPushRequest(target, message, authorization)
      try {
        const { status, headers } = await post(endpoint, request, agent, sending.reach)
        if (status >= 200 && status < 300) {
          if (token.accepted.size < 2) token.accepted.add(endpoint.href)
          return { is: 'sent' }
        }
        if (status === 404 || status === 410) return { is: 'gone' }
        if (status === 413) return { is: 'too-large' }
        if (status === 429 || status >= 500) return retryLater(endpoint.origin, headers, status, sending.now)
        // The cause may be this server's token, which all subscriptions at the push service share. So the subscription
        // counts as gone only if the service has accepted the token for another subscription.
        const isTokenAccepted = [...token.accepted].some((other) => other !== endpoint.href)
        if ([400, 401, 403].includes(status) && isTokenAccepted) return { is: 'gone' }
        return { is: 'refused', why: `status ${status}` }
      } catch (error) {
        if (error instanceof FetchRefused) return { is: 'refused', why: error.message }
        return { is: 'retry', afterSeconds: undefined, why: 'no answer' }
      }
    },
  }
}

type Request = ReturnType<typeof buildPushRequest>

/** Sends a request and returns status and headers. Discards the response body. Does not follow redirects. */
async function post(url: URL, request: Request, agent: Agent, reach: NetworkAccess) {
  try {
    return await postOnce(url, request, agent, reach)
  } catch (error) {
    // Retries after a race: the service closed the idle connection while this request started to use it.
    if (!(error instanceof ReusedConnectionClosed)) throw error
    return postOnce(url, request, agent, reach)
  }
}

class ReusedConnectionClosed extends Error {}

function postOnce(url: URL, { headers, body }: Request, agent: Agent, reach: NetworkAccess) {
  const signal = AbortSignal.timeout(REQUEST_MS)
  return new Promise<{ status: number; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const options = { method: 'POST', agent, headers, signal, lookup: createPublicLookup(signal, reach) }
    const request = reach.request(url, options)
    request.once('response', (answer) => {
      answer.resume()
      answer.once('error', () => {})
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
    })
    request.once('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && error.code === 'ECONNRESET'
      reject(isStale ? new ReusedConnectionClosed('closed', { cause: error }) : error)
    })
    request.end(body)
  })
}
