import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Time } from './lists.ts'
import { Email } from './users.ts'

/** The bands that an account may have. Nothing closer is asked: no year, no date of birth (`security.md` §8.4). */
export const keptAgeBands = ['18-or-older', '13-to-17'] as const
export const KeptAgeBand = v.picklist(keptAgeBands)
export type KeptAgeBand = v.InferOutput<typeof KeptAgeBand>

/** What may be answered to the question. Of `under-13` nothing is stored: the account is erased. */
export const AgeBand = v.picklist([...keptAgeBands, 'under-13'], 'Choose how old you are.')
export type AgeBand = v.InferOutput<typeof AgeBand>

/** For so many days a guardian can answer a letter. */
export const GUARDIAN_DAYS = 14

/**
 * How old the viewer says they are, and since when; both null until they are asked. Where the operator wants a guardian
 * for people of 13 to 17: when one was asked and has not answered, and when one has confirmed the account.
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

/** Idempotent. */
export const tellAge = endpoint({
  method: 'PUT',
  path: '/api/account/age',
  auth: 'user',
  summary: 'Say how old I am; under 13 erases the account at once',
  body: v.object({ band: AgeBand }),
  /** `guardianNeeded`: until a parent or guardian has confirmed the account, the viewer can only look. */
  output: v.object({ band: AgeBand, guardianNeeded: v.optional(v.literal(true)) }),
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
