import * as v from 'valibot'
import { StoredAgeBand } from './age-bands.ts'
import { defineEndpoint } from './endpoint.ts'
import { Time } from './lists.ts'
import { Email } from './users.ts'

/** Days for which the link in the guardian's e-mail is valid. */
export const GUARDIAN_LINK_DAYS = 14

/**
 * The viewer's age band, and when they gave it. Both are null in accounts that signed up before the app asked for an
 * age. Those accounts are treated as adult. `guardianAskedAt`: time of the open request to a guardian, or null. The
 * guardian fields are used only where the operator requires a guardian for users aged 13 to 17.
 */
export const Age = v.object({
  band: v.nullable(StoredAgeBand),
  toldAt: v.nullable(Time),
  guardianAskedAt: v.nullable(Time),
  guardianConfirmedAt: v.nullable(Time),
})
export type Age = v.InferOutput<typeof Age>

export const getAge = defineEndpoint({
  method: 'GET',
  path: '/api/account/age',
  auth: 'user',
  summary: "Get the viewer's age band, and when a guardian was asked and confirmed",
  output: Age,
})

/** Sets the viewer's age band. Idempotent. The band can only be changed to a stricter one. */
export const setAgeBand = defineEndpoint({
  method: 'PUT',
  path: '/api/account/age',
  auth: 'user',
  summary: "Set the viewer's age band: 18 or older, or 13 to 17, which makes the account private",
  body: v.object({ band: StoredAgeBand }),
  /** `guardianNeeded`: the account is read-only until a parent or guardian confirms it. */
  output: v.object({ band: StoredAgeBand, guardianNeeded: v.optional(v.literal(true)) }),
})

export const closeUnder13Account = defineEndpoint({
  method: 'POST',
  path: '/api/account/under-13',
  auth: 'sudo',
  summary: 'Close the account of a viewer under 13 at once; it is erased after 30 days',
  status: 202,
  output: v.object({ eraseAt: Time }),
})

/**
 * Sends an e-mail to the guardian. A repeated call sends another e-mail. Only the link in the newest e-mail is valid.
 */
export const askGuardian = defineEndpoint({
  method: 'POST',
  path: '/api/account/guardian',
  auth: 'user',
  summary: "Mail a parent or guardian a link to confirm or refuse the viewer's account",
  body: v.object({ email: Email }),
})

/** Data of a user aged 13 to 17, which the guardian sees before confirming the account. */
export const MinorUser = v.object({ username: v.string(), fullname: v.string() })
export type MinorUser = v.InferOutput<typeof MinorUser>

const token = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

/** The link's token is in the body, because URLs are stored in logs. */
export const openGuardianLink = defineEndpoint({
  method: 'POST',
  path: '/api/guardian-links',
  auth: 'anyone',
  summary: "Get the account that the link in a guardian's e-mail is for",
  body: v.object({ token }),
  output: MinorUser,
})

export const answerGuardianLink = defineEndpoint({
  method: 'POST',
  path: '/api/guardian-links/answer',
  auth: 'anyone',
  summary: 'Confirm or refuse an account as its guardian, once; a refused account is erased',
  body: v.object({ token, confirms: v.boolean() }),
  output: MinorUser,
})
