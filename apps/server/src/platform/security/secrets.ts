import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import { Problem } from '#platform/problem.ts'
import { availableCores } from '#platform/process/cores.ts'
import { BadConfig, type Settings } from '#platform/settings.ts'

type SecretSettings = Pick<Settings, 'mode'> & { pepperFile: string }

/** Cryptography with the pepper: password hashes, MACs and encryption. */
export type Secrets = {
  /** Fingerprint that identifies the pepper without revealing it. */
  fingerprint: string
  /** Returns a MAC for one purpose. It has 32 URL-safe characters. */
  mac(purpose: string, text: string): string
  /** Encrypts a text. The result is URL-safe, a little over a third longer than the text, and different each time. */
  seal(purpose: string, text: string): string
  /** Decrypts a text. Returns undefined unless it was encrypted with this pepper for this purpose. */
  unseal(purpose: string, sealed: string): string | undefined
  /** Returns an Argon2id hash in PHC format. @throws Problem 'unavailable' when the queue is full */
  hash(typed: string): Promise<string>
  /**
   * Verifies a zip code (a log-in secret). Without a hash, takes the same time and returns false.
   * @throws Problem 'unavailable' on a full queue
   */
  verify(hash: string | null | undefined, typed: string): Promise<boolean>
  /** Whether a hash has other cost parameters than new hashes. */
  isOutdated(hash: string): boolean
  /** Refuses a request before it does any work. @throws Problem 'unavailable' when the queue is full */
  refuseWhenBusy(): void
  verified(): number
}

// Cost parameters of argon2id: m=19 MiB, t=2, p=1. Each hash stores its own parameters.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const QUEUE = 64
export const PEPPER_BYTES = 32

const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** Runs at most `concurrency` tasks at once. Queues up to 64 more tasks, and refuses the rest. */
function createWorkQueue(concurrency: number) {
  const waiting: (() => void)[] = []
  let running = 0
  const refuseWhenBusy = () => {
    if (waiting.length >= QUEUE)
      throw new Problem('unavailable', 'Too many people are signing in right now. Try again in a moment.', {
        retryAfterSeconds: 5,
      })
  }
  const enqueue = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      refuseWhenBusy()
      // A finished task passes its slot to a waiting task, so `running` stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  return { enqueue, refuseWhenBusy }
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with AES-256-GCM. The key is derived from the pepper. */
function createSealer(pepper: Buffer): Pick<Secrets, 'seal' | 'unseal'> {
  const key = createHmac('sha256', pepper).update('sealing').digest()
  return {
    seal(purpose, text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')
    },
    unseal(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined // the text was modified, or encrypted with another pepper or purpose
      }
    },
  }
}

const computeMac = (pepper: Buffer, purpose: string, text: string) =>
  createHmac('sha256', pepper).update(`${purpose}\0${text}`).digest('base64url').slice(0, 32)

export const computePepperFingerprint = (pepper: Buffer): string => computeMac(pepper, 'fingerprint', 'pepper')

/** Returns an instance's id, derived from its pepper: the same on all nodes. `doctor` compares it. */
export const getInstanceId = ({ fingerprint }: Pick<Secrets, 'fingerprint'>): string => fingerprint.slice(0, 12)

/** Reads the pepper. Outside production, the first start creates it. @throws BadConfig for an unusable pepper */
async function readPepper({ mode, pepperFile }: SecretSettings): Promise<Buffer> {
  if (mode !== 'production') {
    await mkdir(dirname(pepperFile), { recursive: true, mode: 0o700 })
    // 'wx' prevents overwriting a pepper. Without the old pepper, no stored zip code (a log-in secret) would match.
    await writeFile(pepperFile, randomBytes(PEPPER_BYTES), { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
  }
  const pepper = await readFile(pepperFile).catch(() => {
    throw new BadConfig(`PEPPER_FILE: ${pepperFile} cannot be read: check the path and its permissions`)
  })
  if (pepper.length < PEPPER_BYTES)
    throw new BadConfig(`PEPPER_FILE: ${pepperFile} contains ${pepper.length} bytes, but ${PEPPER_BYTES} are required`)
  return pepper
}

/** Reads the pepper. Computes at most `cores` hashes at once. @throws BadConfig for an unreadable or short pepper */
export async function openSecrets(config: SecretSettings, cores = availableCores()): Promise<Secrets> {
  const secret = await readPepper(config)
  const { enqueue, refuseWhenBusy } = createWorkQueue(cores)
  const dummyHash = await hash(randomBytes(16), { ...cost, secret })
  let verified = 0
  return {
    fingerprint: computePepperFingerprint(secret),
    mac: (purpose, text) => computeMac(secret, purpose, text),
    ...createSealer(secret),
    hash: (typed) => enqueue(() => hash(typed, { ...cost, secret })),
    verify: (stored, typed) =>
      enqueue(async () => {
        verified++
        const isMatch = await verify(stored || dummyHash, typed, { secret })
        return isMatch && Boolean(stored)
      }),
    isOutdated: (stored) => !stored.startsWith(currentPrefix),
    refuseWhenBusy,
    verified: () => verified,
  }
}
