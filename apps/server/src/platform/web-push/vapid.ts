import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { isPrivateHost } from '#platform/security/network.ts'

/** Key pair that identifies this server to push services (RFC 8292). `publicKey` is 65 bytes in base64url. */
export type VapidKey = { publicKey: string; privateKey: KeyObject }

/** Returns a new key pair in base64url: the public key as 65 bytes, the private key as 32 bytes. */
export function generateVapidKey(): { publicKey: string; privateKey: string } {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}

export function importVapidKey(publicKey: string, privateKey: string): VapidKey {
  const point = Buffer.from(publicKey, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33), d: privateKey }
  return { publicKey, privateKey: createPrivateKey({ key, format: 'jwk' }) }
}

/** Lifetime of a token. RFC 8292 allows 24 hours. Half of that is used, because clocks may be wrong. */
export const TOKEN_SECONDS = 12 * 3_600

const encodeJson = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const header = encodeJson({ typ: 'JWT', alg: 'ES256' })

/** Signs a token for one push service. `audience` is the origin of the service. `subject` is the operator's contact. */
export function signVapidToken(
  { privateKey }: VapidKey,
  { audience, subject, now }: { audience: string; subject: string; now: Date },
): string {
  const exp = Math.floor(now.getTime() / 1_000) + TOKEN_SECONDS
  const signingInput = `${header}.${encodeJson({ aud: audience, exp, sub: subject })}`
  const signature = sign('sha256', Buffer.from(signingInput), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signingInput}.${signature.toString('base64url')}`
}

/** Host names reserved for tests and home networks (RFC 2606, RFC 6762). They cannot receive mail. */
const reservedName = /(?:^|\.)(?:localhost|test|example|invalid|local|internal|home\.arpa)$/

function parseHost(contact: string): string {
  const mailbox = /^mailto:[^@\s]+@([^\s@?]+)/.exec(contact)?.[1]
  return (mailbox ?? URL.parse(contact)?.hostname ?? '').toLowerCase()
}

/**
 * Returns the first contact that push services accept as the subject of a token. Undefined if there is none. A contact
 * must be a `mailto:` or `https:` URI with a public host name. Apple refuses localhost.
 */
export const findPushContact = (contacts: readonly string[]): string | undefined =>
  contacts.find((contact) => {
    if (!/^(?:mailto|https):/.test(contact)) return false
    const host = parseHost(contact)
    return host.includes('.') && isIP(host) === 0 && !isPrivateHost(host) && !reservedName.test(host)
  })
