import * as v from 'valibot'
import { Flag, type Mode } from '#platform/settings.ts'

/** From when on work is asked for before somebody unknown is let try. */
export type Suspicion = {
  /** Failures of unknown devices in ten minutes, at least. */
  failures: number
  /** Accounts made in an hour. */
  signUps: number
}

/** `suspicion` null: work is never asked for. */
export type SignInSettings = {
  suspicion: Suspicion | null
  /** Rounds that a browser tries on average before it may try to log in. */
  proofRounds: number
  /** People of 13 to 17 can only look until a parent or guardian has confirmed their account. */
  guardianConsent: boolean
  /** Whether https is demanded of the subdomains of `publicUrl` too (HSTS). */
  coversSubdomains: boolean
}

export const signInEntries = {
  GUARDIAN_CONSENT: Flag,
  HSTS_SUBDOMAINS: Flag,
  PROOF_ROUNDS: v.optional(
    v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(1), v.maxValue(100_000)),
    '1000',
  ),
}

const Entries = v.object(signInEntries)

// security.md §2.4
const usual: Suspicion = { failures: 300, signUps: 200 }

/** At home and alone nobody attacks, and plain http gives browsers no cryptography to work with. */
export const readSignIn = (env: v.InferOutput<typeof Entries>, mode: Mode): SignInSettings => ({
  suspicion: mode === 'production' ? usual : null,
  proofRounds: env.PROOF_ROUNDS,
  guardianConsent: env.GUARDIAN_CONSENT === '1',
  coversSubdomains: env.HSTS_SUBDOMAINS === '1',
})
