import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { NewPasskeyCredential, PasskeyAssertion } from '@pawtrait/contract/sign-in/passkeys.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const origin = 'http://localhost:3000'
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** Deliberate errors in the authenticator's response. */
type Deviations = {
  origin?: string
  rpId?: string
  counter?: number
  challenge?: string
  userHandle?: string
  /** The user did not touch the authenticator, so the user-presence flag is missing. */
  isAlone?: boolean
}

/** An authenticator with one passkey (WebAuthn level 3 §6), for tests without a browser. */
export function anAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  let counter = 0
  let user = ''

  const clientData = (type: string, challenge: string, odd: Deviations) =>
    JSON.stringify({ type, challenge: odd.challenge ?? challenge, origin: odd.origin ?? origin, crossOrigin: false })

  function authenticatorData(odd: Deviations, attested = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(odd.counter ?? counter)
    // Flag 0x40 means credential data. Flags 0x05 mean that the user is present and verified.
    const flags = Buffer.from([(attested.length > 0 ? 0x40 : 0) + (odd.isAlone ? 0 : 0x05)])
    return Buffer.concat([sha256(odd.rpId ?? 'localhost'), flags, count, attested])
  }

  /** Creates the passkey for the options that `POST /api/passkeys/options` returned. */
  function make(
    { challenge, user: requestedUser }: { challenge: string; user: { id: string } },
    odd: Deviations = {},
  ): NewPasskeyCredential {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    user = requestedUser.id
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]),
    )
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(authenticatorData(odd, attested))],
    ])
    return {
      ...credential,
      response: {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, odd)),
        attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal'],
      },
    }
  }

  /** Signs the challenge that `POST /api/session/passkey/options` returned. */
  function prove({ challenge }: { challenge: string }, odd: Deviations = {}): PasskeyAssertion {
    counter += 1
    const data = authenticatorData(odd)
    const clientDataJson = clientData('webauthn.get', challenge, odd)
    const signature = createSign('sha256').update(data).update(sha256(clientDataJson)).sign(privateKey)
    return {
      ...credential,
      response: {
        clientDataJSON: base64url(clientDataJson),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: odd.userHandle ?? user,
      },
    }
  }

  return { make, prove, publicKey, privateKey }
}
