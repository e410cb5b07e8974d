import * as v from 'valibot'
import { FlagSetting, type Mode } from '#platform/settings.ts'

/** Thresholds of suspicious mode. */
export type SuspicionThresholds = {
  /** Minimum number of failed log-ins from unknown devices in ten minutes for suspicious mode. */
  failures: number
  signUps: number
}

/** Settings of log-in. With `suspicion: null`, no log-in needs a proof of work. */
export type SignInSettings = {
  suspicion: SuspicionThresholds | null
  proofRounds: number
  /** Whether users aged 13 to 17 need a guardian's consent before they may create or send anything for others. */
  guardianConsent: boolean
  /** Whether HSTS also covers the subdomains of `publicUrl`. */
  coversSubdomains: boolean
}

export const signInSettingEntries = {
  GUARDIAN_CONSENT: FlagSetting,
  HSTS_SUBDOMAINS: FlagSetting,
  PROOF_ROUNDS: v.optional(
    v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(1), v.maxValue(100_000)),
    '1000',
  ),
}

const Entries = v.object(signInSettingEntries)

const defaultThresholds: SuspicionThresholds = { failures: 300, signUps: 200 }

/** Enables suspicious mode in production only, because browsers can compute a proof of work only over https. */
export const readSignInSettings = (env: v.InferOutput<typeof Entries>, mode: Mode): SignInSettings => ({
  suspicion: mode === 'production' ? defaultThresholds : null,
  proofRounds: env.PROOF_ROUNDS,
  guardianConsent: env.GUARDIAN_CONSENT === '1',
  coversSubdomains: env.HSTS_SUBDOMAINS === '1',
})
