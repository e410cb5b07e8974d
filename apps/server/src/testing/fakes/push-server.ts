import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushPayload } from '@pawtrait/contract/push.ts'
import { decrypt } from 'http_ece'
import type { NetworkAccess } from '#platform/security/fetch-public.ts'

/** A browser's subscription, with the keys that decrypt its messages. */
export type FakeSubscription = {
  endpoint: string
  keys: { p256dh: string; auth: string }
  pair: ECDH
}

export type ReceivedPush = { endpoint: string; topic: string; ttl: number; urgency: string; payload: PushPayload }

type Answer = { status: number; headers?: Record<string, string> }

/**
 * Starts a push service on loopback for all host names. It verifies tokens (RFC 8292), decrypts bodies (RFC 8291), and
 * responds with the statuses that a test has set. Pass it as `reach` to the server under test.
 */
export async function startPushService(now: () => Date) {
  const subscriptions = new Map<string, FakeSubscription>()
  const answers = new Map<string, Answer[]>()
  const received: ReceivedPush[] = []
  const faults: string[] = []

  const handle = async (incoming: IncomingMessage, reply: ServerResponse) => {
    const endpoint = `https://${incoming.headers.host}${incoming.url}`
    const body = await buffer(incoming)
    const subscription = subscriptions.get(endpoint)
    const fault = tokenFault(incoming, now())
    if (fault) faults.push(fault)
    const { status, headers = {} } = answers.get(endpoint)?.shift() ?? { status: fault ? 403 : 201 }
    if (status === 201 && subscription) {
      const keys = { privateKey: subscription.pair, authSecret: Buffer.from(subscription.keys.auth, 'base64url') }
      const payload = JSON.parse(decrypt(body, { version: 'aes128gcm', ...keys }).toString()) as PushPayload
      const { topic = '', ttl, urgency } = incoming.headers
      received.push({ endpoint, topic: String(topic), ttl: Number(ttl), urgency: String(urgency), payload })
    }
    reply.writeHead(status, headers).end()
  }
  const server = createServer((incoming, reply) => void handle(incoming, reply))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const reach: NetworkAccess = {
    resolve: async () => ['127.0.0.1'],
    mayReach: (address) => address === '127.0.0.1',
    request: (url, options) => {
      const headers = { ...(options.headers as OutgoingHttpHeaders), host: url.host }
      return request({ ...options, headers, agent: false, host: url.hostname, port, path: url.pathname + url.search })
    },
  }

  return {
    reach,
    received,
    /** Faults of the tokens that were refused. */
    faults,
    /** Returns the subscription of a new browser, with a unique endpoint. */
    subscribe(host = 'fcm.googleapis.com'): FakeSubscription {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const endpoint = `https://${host}/send/${randomBytes(9).toString('hex')}`
      const keys = { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
      const subscription = { endpoint, keys, pair }
      subscriptions.set(endpoint, subscription)
      return subscription
    },
    /** Sets the next responses for an endpoint. Later responses have status 201, or 403 for an invalid token. */
    answer: (endpoint: string, ...next: Answer[]) => void answers.set(endpoint, next),
    /** Returns the messages received for an endpoint, oldest first. */
    receivedBy: (endpoint: string) => received.filter((push) => push.endpoint === endpoint),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

type Claims = { aud?: string; exp?: number; sub?: string }

/** Returns the fault of a request's token (RFC 8292); undefined if it is valid. */
function tokenFault({ headers }: IncomingMessage, now: Date): string | undefined {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  if (point.length !== 65) return 'no key'
  const key = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) }
  const publicKeyObject = createPublicKey({ key, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  const bytes = Buffer.from(signature, 'base64url')
  if (!verify('sha256', signed, { key: publicKeyObject, dsaEncoding: 'ieee-p1363' }, bytes)) return 'bad signature'
  const { aud, exp = 0, sub = '' } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims
  const seconds = now.getTime() / 1_000
  if (aud !== `https://${headers.host}`) return `audience ${aud}`
  if (exp <= seconds || exp > seconds + 86_400) return `expiry ${exp}`
  if (!/^(?:mailto:|https:)/.test(sub)) return `subject ${sub}`
  if (!/^[A-Za-z0-9]{1,32}$/.test(String(headers.topic))) return `topic ${String(headers.topic)}`
  return undefined
}
