import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Keys of a subscription: the public P-256 key of the browser (65 bytes), and a shared secret (16 bytes). */
export type RecipientKeys = { p256dh: Buffer; auth: Buffer }

const CURVE = 'prime256v1'
const SALT_BYTES = 16
const AUTH_BYTES = 16
const UNCOMPRESSED_POINT_BYTES = 65
const UNCOMPRESSED_POINT = 4

// Largest body that every push service accepts (RFC 8030, section 7.2). The header declares it as the record size.
const MAX_BODY_BYTES = 4_096
// The header has the salt, the record size (4 bytes), the key length (1 byte) and the public key. The record adds a
// delimiter (1 byte) and an authentication tag (16 bytes).
const OVERHEAD_BYTES = SALT_BYTES + 4 + 1 + UNCOMPRESSED_POINT_BYTES + 1 + 16

/** Largest payload that fits into one record (RFC 8291, section 4). */
export const MAX_PAYLOAD_BYTES = MAX_BODY_BYTES - OVERHEAD_BYTES

const LAST_RECORD = Buffer.of(2)

const derive = (salt: Buffer, secret: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

const contentEncoding = (name: string) => Buffer.from(`Content-Encoding: ${name}\0`)
const cekInfo = contentEncoding('aes128gcm')
const nonceInfo = contentEncoding('nonce')

/** Whether the keys have valid lengths, and the public key is a point on the curve. */
export function areRecipientKeys({ p256dh, auth }: RecipientKeys): boolean {
  if (auth.length !== AUTH_BYTES || p256dh.length !== UNCOMPRESSED_POINT_BYTES) return false
  if (p256dh[0] !== UNCOMPRESSED_POINT) return false
  try {
    newKeyPair().computeSecret(p256dh)
    return true
  } catch {
    return false
  }
}

function newKeyPair(): ECDH {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return pair
}

/**
 * Encrypts a payload for one browser (RFC 8291, content encoding `aes128gcm` of RFC 8188). Returns the request body.
 * Only tests pass `sender` and `salt`, because each value must be used only once.
 * @throws RangeError when the payload is larger than `MAX_PAYLOAD_BYTES`
 */
export function encryptPayload(
  payload: Buffer,
  { p256dh, auth }: RecipientKeys,
  { sender = newKeyPair(), salt = randomBytes(SALT_BYTES) } = {},
): Buffer {
  if (payload.length > MAX_PAYLOAD_BYTES) throw new RangeError(`A payload of ${payload.length} bytes is too large.`)
  const publicKey = sender.getPublicKey()
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey])
  const secret = derive(auth, sender.computeSecret(p256dh), keyInfo, 32)
  const cipher = createCipheriv('aes-128-gcm', derive(salt, secret, cekInfo, 16), derive(salt, secret, nonceInfo, 12))
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(MAX_BODY_BYTES, 0)
  sizes.writeUInt8(publicKey.length, 4)
  const encrypted = [cipher.update(payload), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, sizes, publicKey, ...encrypted])
}
