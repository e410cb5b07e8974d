import { createECDH, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from 'http_ece'
import { describe, expect, it } from 'vitest'
import { areRecipientKeys, encryptPayload, MAX_PAYLOAD_BYTES } from './encrypt-payload.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** The example in RFC 8291, Appendix A. */
const example = {
  plaintext: 'When I grow up, I want to be a watermelon',
  senderPrivateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3j' +
    'l7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

function aKeyPair(privateKey?: Buffer) {
  const pair = createECDH('prime256v1')
  if (privateKey) pair.setPrivateKey(privateKey)
  else pair.generateKeys()
  return pair
}

function aRecipient() {
  const pair = aKeyPair()
  return { pair, p256dh: pair.getPublicKey(), auth: randomBytes(16) }
}

describe('encryptPayload', () => {
  it('returns the body of RFC 8291, Appendix A', () => {
    const sender = aKeyPair(example.senderPrivateKey)
    const { p256dh, auth, salt } = example
    const body = encryptPayload(Buffer.from(example.plaintext), { p256dh, auth }, { sender, salt })
    expect(body.toString('base64url')).toBe(example.body)
  })

  it.each([0, 1, 600, MAX_PAYLOAD_BYTES])('returns the same body as the http_ece library for %i bytes', (length) => {
    const { p256dh, auth } = aRecipient()
    const [payload, sender, salt] = [randomBytes(length), aKeyPair(), randomBytes(16)]
    const body = encryptPayload(payload, { p256dh, auth }, { sender, salt })
    const keys = { version: 'aes128gcm', privateKey: sender, authSecret: auth } as const
    expect(body).toEqual(encrypt(payload, { ...keys, dh: p256dh, salt }))
    expect(body.length).toBeLessThanOrEqual(4_096)
  })

  it('writes a body that the http_ece library decrypts with the browser’s key', () => {
    const { pair, p256dh, auth } = aRecipient()
    const body = encryptPayload(Buffer.from('Habari 🐾'), { p256dh, auth })
    const decrypted = decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth })
    expect(decrypted.toString()).toBe('Habari 🐾')
  })

  it('uses a new salt and key pair for each message', () => {
    const { p256dh, auth } = aRecipient()
    const bodies = [1, 2].map(() => encryptPayload(Buffer.from('same'), { p256dh, auth }))
    const parts = (from: number, to: number) => new Set(bodies.map((body) => body.subarray(from, to).toString('hex')))
    expect([parts(0, 16).size, parts(21, 86).size]).toEqual([2, 2])
  })

  it('throws a RangeError for a payload that needs a second record', () => {
    const { p256dh, auth } = aRecipient()
    expect(() => encryptPayload(Buffer.alloc(MAX_PAYLOAD_BYTES + 1), { p256dh, auth })).toThrow(RangeError)
  })
})

describe('areRecipientKeys', () => {
  const { p256dh, auth } = example

  it('accepts the keys of RFC 8291', () => expect(areRecipientKeys({ p256dh, auth })).toBe(true))

  it.each([
    ['a short secret', { p256dh, auth: Buffer.alloc(15) }],
    ['a compressed key', { p256dh: Buffer.concat([Buffer.of(2), p256dh.subarray(1, 33)]), auth }],
    ['a point off the curve', { p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]), auth }],
    ['an empty key', { p256dh: Buffer.alloc(0), auth }],
  ])('refuses %s', (_, keys) => expect(areRecipientKeys(keys)).toBe(false))
})
