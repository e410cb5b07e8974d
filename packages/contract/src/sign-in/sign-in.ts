import * as v from 'valibot'
import { StoredAgeBand } from '../age-bands.ts'
import { defineEndpoint } from '../endpoint.ts'
import { SessionId, UserId } from '../ids.ts'
import { Time } from '../lists.ts'
import { NameText } from '../text/clean-text.ts'
import { Email, NewUsername, SignedInUser, UserCard } from '../users.ts'
import { ProofOfWork } from './proof-of-work.ts'
import { canonicaliseZipCode } from './zip-code.ts'

export const SignedUpUser = v.object({ ...UserCard.entries, following: v.array(UserId) })
export type SignedUpUser = v.InferOutput<typeof SignedUpUser>

/** A zip code (a log-in secret) in its canonical form: 3 to 16 letters and digits. */
export const ZipCode = v.pipe(
  v.string('Type your zip code.'),
  v.maxLength(64, 'A zip code can have up to 16 letters and digits.'),
  v.transform(canonicaliseZipCode),
  v.minLength(3, 'A zip code needs at least 3 letters or digits.'),
  v.maxLength(16, 'A zip code can have up to 16 letters and digits.'),
  v.regex(/^[A-Z0-9]*$/, 'Use only letters, digits, spaces and hyphens.'),
)

/**
 * Sign-up with four required fields and two optional ones. `guardianEmail` is stored only for ages 13 to 17. The
 * operator must also require a guardian, and mail must be configured.
 */
export const SignUpInput = v.object({
  fullname: NameText(60, 'Type your name.'),
  username: NewUsername,
  email: Email,
  zipcode: ZipCode,
  ageBand: v.optional(
    v.pipe(StoredAgeBand, v.description('An account of 13-to-17 is private. People under 13 cannot have an account.')),
    '18-or-older',
  ),
  guardianEmail: v.pipe(
    v.optional(Email),
    v.description(
      'With 13-to-17: a parent or guardian. They are written to after the first log-in, where the site asks for one.',
    ),
  ),
})
export type SignUpInput = v.InferOutput<typeof SignUpInput>

/**
 * Input of a log-in. Accepts credentials in any format, so that malformed and wrong credentials get the same response.
 */
export const LogInInput = v.object({
  usernameOrEmail: v.string(),
  zipcode: v.string(),
  timeZone: v.optional(v.string()),
})
export type LogInInput = v.InferOutput<typeof LogInInput>

// The proof of work. Sent after a refusal with `proof-required`.
const proven = { proof: v.optional(ProofOfWork) }

/** The API specification gives sign-up and log-in the same path. The fields of the body differ. */
export const signUpOrLogIn = defineEndpoint({
  method: 'POST',
  path: '/users',
  auth: 'anyone',
  summary:
    'Sign up (fullname, username, email, zipcode) or log in (usernameOrEmail, zipcode); wrong credentials return ' +
    'null. A sign-up declares an age of 18 or older, unless ageBand is 13-to-17',
  body: v.unknown(),
  bodyBytes: 16 * 1024,
  output: v.nullable(v.union([SignedInUser, SignedUpUser])),
  described: {
    body: v.union([v.object({ ...SignUpInput.entries, ...proven }), v.object({ ...LogInInput.entries, ...proven })]),
    answers: {
      200: { means: 'Logged in; null: wrong credentials', output: v.nullable(SignedInUser) },
      201: { means: 'Signed up, not logged in', output: SignedUpUser },
    },
  },
})

/** A browser in which the viewer is logged in. */
export const Session = v.object({
  id: SessionId,
  /** Names of the browser and the operating system. */
  label: v.string(),
  /** IP network of the browser, truncated to /24 (IPv4) or /48 (IPv6). */
  network: v.string(),
  createdAt: Time,
  lastSeenAt: Time,
  /** Time zone of the browser at the log-in. Null if the browser did not send one. */
  timeZone: v.nullable(v.string()),
  current: v.boolean(),
})
export type Session = v.InferOutput<typeof Session>

export const logOut = defineEndpoint({
  method: 'DELETE',
  path: '/api/session',
  auth: 'anyone',
  summary: 'Log out of this browser',
})
export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/sessions',
  auth: 'user',
  summary: "List the viewer's sessions, last used first",
  output: v.object({ sessions: v.array(Session) }),
})
export const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/sessions',
  auth: 'user',
  summary: 'End all other sessions of the viewer',
})
export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  auth: 'user',
  summary: "End one of the viewer's sessions",
  params: { id: SessionId },
})

/** Whether a username is free. */
export const UsernameAvailability = v.object({
  name: v.string(),
  free: v.boolean(),
  reason: v.nullable(v.string()),
  /**
   * Up to three free usernames, derived from the full name or the refused name. Empty if the requested name is free.
   */
  suggestions: v.array(v.string()),
})
export type UsernameAvailability = v.InferOutput<typeof UsernameAvailability>

export const checkUsername = defineEndpoint({
  method: 'GET',
  path: '/api/usernames/:name',
  auth: 'anyone',
  summary: 'Check whether a username is free; if not, suggest up to three from the full name or the refused name',
  params: { name: v.pipe(v.string(), v.maxLength(100)) },
  query: { fullname: v.optional(v.pipe(v.string(), v.maxLength(200)), '') },
  output: UsernameAvailability,
})

export const submitChallengeCode = defineEndpoint({
  method: 'POST',
  path: '/api/auth/challenge',
  auth: 'anyone',
  summary: 'Log in with the code that was sent by e-mail',
  body: v.object({ code: v.pipe(v.string(), v.maxLength(100)), remember: v.optional(v.boolean(), false) }),
  output: SignedInUser,
})

export const mailLogInCode = defineEndpoint({
  method: 'POST',
  path: '/api/auth/code',
  auth: 'anyone',
  summary: 'Mail a log-in code; the response is the same if there is no such account',
  body: v.object({
    usernameOrEmail: v.pipe(v.string(), v.maxLength(400)),
    timeZone: v.optional(v.pipe(v.string(), v.maxLength(60))),
  }),
  status: 202,
  output: v.object({ sent: v.literal(true) }),
})

// The token in the one-time log-in link that the operator creates. It is in the fragment of the URL.
const ResetToken = v.pipe(v.string(), v.maxLength(100))

export const checkResetLink = defineEndpoint({
  method: 'POST',
  path: '/api/auth/reset-link',
  auth: 'anyone',
  summary: "Get the account of the operator's one-time link while the link is valid; does not use up the link",
  body: v.object({ token: ResetToken }),
  output: v.object({ username: v.string() }),
})

export const resetSignIn = defineEndpoint({
  method: 'POST',
  path: '/api/auth/reset',
  auth: 'anyone',
  summary: "Set a new zip code by the operator's one-time link; removes password, passkeys and recovery codes",
  body: v.object({ token: ResetToken, zipcode: ZipCode }),
  output: v.object({ username: v.string() }),
})
