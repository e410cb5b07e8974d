import * as v from 'valibot'
import { KeptAgeBand } from './age-bands.ts'
import { endpoint } from './endpoint.ts'
import { Time } from './lists.ts'
import { Email } from './users.ts'

/** For so many days a guardian can answer a letter. */
export const GUARDIAN_DAYS = 14

/**
 * The viewer's age band and when they gave it. Both are null in accounts from before sign-up asked for it, which count
 * as adult. Where the operator wants a guardian for people of 13 to 17: when one was asked and has not answered, and
 * when one has confirmed the account.
 */
export const Age = v.object({
  band: v.nullable(KeptAgeBand),
  toldAt: v.nullable(Time),
  guardianAskedAt: v.nullable(Time),
  guardianConfirmedAt: v.nullable(Time),
})
export type Age = v.InferOutput<typeof Age>

export const getAge = endpoint({
  method: 'GET',
  path: '/api/account/age',
  auth: 'user',
  summary: 'How old I said I am',
  output: Age,
})

/** Idempotent. Only the stricter band can follow on the other. */
export const tellAge = endpoint({
  method: 'PUT',
  path: '/api/account/age',
  auth: 'user',
  summary: 'Say how old I am: 18 or older, or 13 to 17, which makes the account private',
  body: v.object({ band: KeptAgeBand }),
  /** `guardianNeeded`: until a parent or guardian has confirmed the account, the viewer can only look. */
  output: v.object({ band: KeptAgeBand, guardianNeeded: v.optional(v.literal(true)) }),
})

export const closeUnder13 = endpoint({
  method: 'POST',
  path: '/api/account/under-13',
  auth: 'sudo',
  summary: 'Say that I am under 13: the account is closed at once, and erased after 30 days',
  status: 202,
  output: v.object({ eraseAt: Time }),
})

/** Sent again, the last letter counts. */
export const askGuardian = endpoint({
  method: 'POST',
  path: '/api/account/guardian',
  auth: 'user',
  summary: 'Mail a parent or guardian the link with which they confirm my account or refuse it',
  body: v.object({ email: Email }),
})

/** Somebody of 13 to 17, as their guardian is asked about them. */
export const Asked = v.object({ username: v.string(), fullname: v.string() })
export type Asked = v.InferOutput<typeof Asked>

const token = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

/** The secret travels in a body, never in an address: addresses are written down on the way. */
export const openGuardianLink = endpoint({
  method: 'POST',
  path: '/api/guardian-links',
  auth: 'anyone',
  summary: 'Whose account the link of a letter is about',
  body: v.object({ token }),
  output: Asked,
})

export const answerGuardianLink = endpoint({
  method: 'POST',
  path: '/api/guardian-links/answer',
  auth: 'anyone',
  summary: 'As a guardian, confirm an account or refuse it, which erases it; once',
  body: v.object({ token, confirms: v.boolean() }),
  output: Asked,
})
