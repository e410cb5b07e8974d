declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  type Keys = { version: 'aes128gcm'; privateKey: ECDH; authSecret: Buffer }
  export function encrypt(payload: Buffer, keys: Keys & { dh: Buffer; salt: Buffer }): Buffer
  export function decrypt(body: Buffer, keys: Keys): Buffer
}
