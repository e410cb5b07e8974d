import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import webPush from 'web-push'
import { findPushContact, generateVapidKey, importVapidKey, signVapidToken } from './vapid.ts'

const now = new Date('2026-11-29T08:00:00Z')
const subject = 'mailto:help@pawtrait.org'

function isSignedBy(publicKey: string, token: string): boolean {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const [header, claims, signature = ''] = token.split('.')
  const signed = Buffer.from(`${header}.${claims}`)
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}

const decoded = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

describe('signVapidToken', () => {
  const key = generateVapidKey()
  const token = signVapidToken(importVapidKey(key.publicKey, key.privateKey), {
    audience: 'https://fcm.googleapis.com',
    subject,
    now,
  })

  it('signs the audience, the contact and an expiry within 24 hours', () => {
    const [header, claims] = token.split('.').map((part, at) => (at < 2 ? decoded(part) : undefined))
    expect(header).toEqual({ typ: 'JWT', alg: 'ES256' })
    expect(claims).toEqual({ aud: 'https://fcm.googleapis.com', sub: subject, exp: now.getTime() / 1_000 + 43_200 })
    expect(isSignedBy(key.publicKey, token)).toBe(true)
    expect(isSignedBy(generateVapidKey().publicKey, token)).toBe(false)
  })

  it('returns a token with the same header and claims as the web-push library', () => {
    const { Authorization } = webPush.getVapidHeaders(
      'https://fcm.googleapis.com',
      subject,
      key.publicKey,
      key.privateKey,
      'aes128gcm',
      now.getTime() / 1_000 + 43_200,
    )
    const [, other = '', publicKey] = /^vapid t=([^,]+), k=(.+)$/.exec(Authorization) ?? []
    expect(publicKey).toBe(key.publicKey)
    expect(isSignedBy(key.publicKey, other)).toBe(true)
    const parts = (text: string) => text.split('.', 2).map(decoded)
    expect(parts(token)).toEqual(parts(other))
  })

  it('accepts key pairs of the web-push library', () => {
    const foreign = webPush.generateVAPIDKeys()
    const signed = signVapidToken(importVapidKey(foreign.publicKey, foreign.privateKey), {
      audience: 'https://web.push.apple.com',
      subject,
      now,
    })
    expect(isSignedBy(foreign.publicKey, signed)).toBe(true)
  })
})

describe('findPushContact', () => {
  it('returns the first contact with a public host name', () => {
    expect(findPushContact(['', 'tel:+254700000000', 'mailto:a@localhost', 'https://help.pawtrait.org/us'])).toBe(
      'https://help.pawtrait.org/us',
    )
    expect(findPushContact([subject, 'mailto:other@pawtrait.org'])).toBe(subject)
  })

  it.each([
    'mailto:security@localhost',
    'mailto:me@paws.local',
    'mailto:me@paws.test',
    'mailto:me@192.168.0.2',
    'https://127.0.0.1/help',
    'https://localhost/help',
    'http://pawtrait.org/help',
    'tel:+254700000000',
    '',
  ])('returns undefined for "%s"', (contact) => expect(findPushContact([contact])).toBeUndefined())
})
