import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import { Problem } from '#platform/problem.ts'
import { coresHere } from '#platform/process/cores.ts'
import { BadConfig, type Settings } from '#platform/settings.ts'

/** Where the pepper is, and whether this instance may make one itself. */
type SecretSettings = Pick<Settings, 'mode'> & { pepperFile: string }

/** What needs the pepper: hashes of what people type to sign in, and keyed digests. */
export type Secrets = {
  /** By what the pepper is known again; it tells nothing of it. */
  fingerprint: string
  /** A digest that nobody without the pepper can make; URL-safe, 32 characters, different for each purpose. */
  mac(purpose: string, text: string): string
  /** Text that only this instance can read again; URL-safe, a third longer and some, never the same twice. */
  seal(purpose: string, text: string): string
  /** Undefined for what was not sealed here for the purpose. */
  unseal(purpose: string, sealed: string): string | undefined
  /** argon2id in PHC form. @throws Problem 'unavailable' when too many wait. */
  hash(typed: string): Promise<string>
  /** Without a hash it verifies against one that fits nothing, at the same cost. @throws Problem as `hash`. */
  verify(hash: string | null | undefined, typed: string): Promise<boolean>
  /** Whether a hash was made with other parameters than `hash` uses today. */
  isOutdated(hash: string): boolean
  /** @throws Problem 'unavailable' when the queue is full, before anything is counted or read. */
  refuseWhenBusy(): void
  /** How many verifications have run since the start. */
  verified(): number
}

// security.md §2.5: argon2id m=19 MiB, t=2, p=1; parameters are stored in each hash.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const QUEUE = 64
/** Length of a pepper. */
export const PEPPER_BYTES = 32

/** How argon2's PHC strings name today's parameters. */
const today = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** Runs at most `most` at once, the rest in turn; refuses what would wait behind 64 others. */
function turns(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  const refuseWhenBusy = () => {
    if (waiting.length >= QUEUE)
      throw new Problem('unavailable', 'Too many people are signing in right now. Try again in a moment.', {
        retryAfterSeconds: 5,
      })
  }
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) {
      refuseWhenBusy()
      // Whoever finishes hands its place over, so `running` stays as it is.
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
  return { inTurn, refuseWhenBusy }
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a key of its own, made of the pepper. */
function sealing(pepper: Buffer): Pick<Secrets, 'seal' | 'unseal'> {
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
        return undefined // changed, or sealed elsewhere
      }
    },
  }
}

const macWith = (pepper: Buffer, purpose: string, text: string) =>
  createHmac('sha256', pepper).update(`${purpose}\0${text}`).digest('base64url').slice(0, 32)

/** By what a pepper is known again: whoever reads it learns nothing of the pepper. */
export const fingerprintOf = (pepper: Buffer): string => macWith(pepper, 'fingerprint', 'pepper')

/** Id of an instance, derived from its pepper: the same on all nodes. `doctor` compares it. */
export const instanceId = ({ fingerprint }: Pick<Secrets, 'fingerprint'>): string => fingerprint.slice(0, 12)

/** The pepper of this instance: made on the first local run, else the operator's. @throws BadConfig when unusable. */
async function readPepper({ mode, pepperFile }: SecretSettings): Promise<Buffer> {
  if (mode !== 'production') {
    await mkdir(dirname(pepperFile), { recursive: true, mode: 0o700 })
    // 'wx' leaves a pepper that is there alone: without it no zip code would ever fit again.
    await writeFile(pepperFile, randomBytes(PEPPER_BYTES), { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
  }
  const pepper = await readFile(pepperFile).catch(() => {
    throw new BadConfig(`PEPPER_FILE: ${pepperFile} cannot be read`)
  })
  if (pepper.length < PEPPER_BYTES)
    throw new BadConfig(`PEPPER_FILE: ${pepperFile} holds ${pepper.length} bytes, ${PEPPER_BYTES} are needed`)
  return pepper
}

/**
 * Opens the pepper. `cores` hashes run at once.
 * @throws BadConfig when the pepper cannot be read or is too short.   @see security.md §2.5
 */
export async function openSecrets(config: SecretSettings, cores = coresHere()): Promise<Secrets> {
  const secret = await readPepper(config)
  const { inTurn, refuseWhenBusy } = turns(cores)
  const fitsNothing = await hash(randomBytes(16), { ...cost, secret })
  let verified = 0
  return {
    fingerprint: fingerprintOf(secret),
    mac: (purpose, text) => macWith(secret, purpose, text),
    ...sealing(secret),
    hash: (typed) => inTurn(() => hash(typed, { ...cost, secret })),
    verify: (kept, typed) =>
      inTurn(async () => {
        verified++
        const fits = await verify(kept || fitsNothing, typed, { secret })
        return fits && Boolean(kept)
      }),
    isOutdated: (kept) => !kept.startsWith(today),
    refuseWhenBusy,
    verified: () => verified,
  }
}
