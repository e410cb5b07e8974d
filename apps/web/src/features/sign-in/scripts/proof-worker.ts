import type { ProofChallenge } from '@pawtrait/contract/sign-in/proof-of-work.ts'

/**
 * Message of the worker: `share` is the progress from 0 to 1, `found` is the solution. A message with neither means
 * failure.
 */
export type ProofWorkerMessage = { share?: number; found?: { counter: number; derivedKey: string } }

const TELL_EVERY = 16

const parseHex = (hex: string) =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number(`0x${hex.substr(i * 2, 2)}`))
const formatHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => `0${byte.toString(16)}`.slice(-2)).join('')
const post = (message: ProofWorkerMessage) => postMessage(message)

async function solve({ parameters }: ProofChallenge) {
  const { nonce, cost, keyLength, keyPrefix, data } = parameters
  const salt = parseHex(parameters.salt)
  // The hash input is the nonce, followed by the counter as four bytes.
  const password = parseHex(`${nonce}00000000`)
  const end = new DataView(password.buffer, password.length - 4)
  for (let counter = 0; counter <= data.most; counter++) {
    end.setUint32(0, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: cost }
    const derivedKey = formatHex(await crypto.subtle.deriveBits(algorithm, key, keyLength * 8))
    if (derivedKey.startsWith(keyPrefix)) return post({ found: { counter, derivedKey } })
    if (counter % TELL_EVERY === 0) post({ share: counter / data.most })
  }
  post({})
}

addEventListener('message', ({ data }: MessageEvent<ProofChallenge>) => void solve(data).catch(() => post({})))
