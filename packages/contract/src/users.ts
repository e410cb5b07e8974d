import * as v from 'valibot'
import { KeptAgeBand } from './age-bands.ts'
import { endpoint } from './endpoint.ts'
import { SessionId, UserId } from './ids.ts'
import { Count, Time } from './lists.ts'
import { Proof } from './proofs.ts'
import { Line } from './text.ts'

/** The picture of a person: an address of this server, or nothing (initials are drawn). */
export const Image = v.nullable(v.string())

/** A person as others meet them beside a post or a comment. */
export const UserCard = v.object({ id: UserId, username: v.string(), fullname: v.string(), image: Image })
export type UserCard = v.InferOutput<typeof UserCard>

/** A person with their numbers. */
export const CountedUser = v.object({
  ...UserCard.entries,
  counts: v.object({ followers: Count, following: Count, posts: Count }),
})

// Up to 5,000 ids, some 195 KB: only the specification's own calls bring them.
const following = v.array(UserId)

/** What others may know of a user; `following` newest first, whole, empty where it may not be seen. product.md §2.12 */
export const PublicUser = v.object({ ...CountedUser.entries, following })
export type PublicUser = v.InferOutput<typeof PublicUser>

const account = { ...CountedUser.entries, email: v.string(), plan: v.picklist(['free', 'premium']) }

/** Whoever is logged in, as their own screens have them. Never a zip code, a hash or a token. */
export const Viewer = v.object({
  ...account,
  /** Only where it is so: until a parent or guardian has confirmed the account, they can only look. */
  guardianNeeded: v.optional(v.literal(true)),
})
export type Viewer = v.InferOutput<typeof Viewer>

/** The answer to a log-in; product.md §2.10. */
export const OwnUser = v.object({ ...account, following })
export type OwnUser = v.InferOutput<typeof OwnUser>

/** The answer to a sign-up; product.md §2.6. */
export const NewUser = v.object({ ...UserCard.entries, following })
export type NewUser = v.InferOutput<typeof NewUser>

/** ASCII letters, digits, `_` and `.` as typed, so that no two names look alike; lower-cased. `security.md` §2.3 */
export const Username = v.pipe(
  v.string('Type a username.'),
  // The regular expression below is quadratic in the number of blanks.
  v.maxLength(100, 'A username has at most 30 characters.'),
  v.transform((typed) => typed.replace(/^ +| +$/g, '').toLowerCase()),
  v.minLength(2, 'A username has at least 2 characters.'),
  v.maxLength(30, 'A username has at most 30 characters.'),
  v.regex(/^[a-z0-9_.]*$/, 'Use only the letters a to z, digits, underscores and full stops.'),
  v.regex(/[a-z0-9]/, 'A username has at least one letter or digit.'),
)

/**
 * A name for a new account. Full stops part words: at an end or doubled they are lost in a sentence and in addresses.
 * Older accounts may have such a name, and are found by it.
 */
export const NewUsername = v.pipe(
  Username,
  v.regex(/^[^.](.*[^.])?$/, 'A username begins and ends with a letter, a digit or an underscore.'),
  v.check((name) => !name.includes('..'), 'A username has no two full stops in a row.'),
)

/** As typed with the domain in lower case; +tags stay. */
export const Email = v.pipe(
  v.string('Type an e-mail address.'),
  v.trim(),
  v.maxLength(254, 'This e-mail address is too long.'), // RFC 5321
  v.regex(
    /^[^\s\p{C}@"(),:;<>[\]\\]{1,64}@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.[\p{L}\p{N}-]{2,}$/u,
    'This does not look like an e-mail address. It has the form name@example.com.',
  ),
  v.transform((typed) => typed.replace(/@.*$/, (domain) => domain.toLowerCase())),
)

/** "SW1A 1AA" and "sw1a1aa" are the same zip code: spaces, hyphens and case do not count. `security.md` §1.1 */
export const canonicalZip = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')

/** A zip code in its canonical form, 3 to 16 letters and digits. */
export const ZipCode = v.pipe(
  v.string('Type your zip code.'),
  v.maxLength(64, 'A zip code has at most 16 letters and digits.'),
  v.transform(canonicalZip),
  v.minLength(3, 'A zip code has at least 3 letters or digits.'),
  v.maxLength(16, 'A zip code has at most 16 letters and digits.'),
  v.regex(/^[A-Z0-9]*$/, 'Use only letters, digits, spaces and hyphens.'),
)

/**
 * The four fields of a sign-up (product.md §2.6), and two that a program may leave out. `guardianEmail` is kept for a
 * sign-up of 13 to 17 only, where the operator asks for a guardian and mail is set up.
 */
export const SignUp = v.object({
  fullname: Line(60, 'Type your name.'),
  username: NewUsername,
  email: Email,
  zipcode: ZipCode,
  ageBand: v.optional(
    v.pipe(KeptAgeBand, v.description('An account of 13-to-17 is private. People under 13 cannot have an account.')),
    '18-or-older',
  ),
  guardianEmail: v.pipe(
    v.optional(Email),
    v.description(
      'With 13-to-17: a parent or guardian. They are written to after the first log-in, where the site asks for one.',
    ),
  ),
})
export type SignUp = v.InferOutput<typeof SignUp>

/** What a log-in brings: whatever was typed; only its types are checked. */
export const LogIn = v.object({
  usernameOrEmail: v.string(),
  zipcode: v.string(),
  timeZone: v.optional(v.string()),
})
export type LogIn = v.InferOutput<typeof LogIn>

// Once `proof-required` has asked for it.
const proven = { proof: v.optional(Proof) }

/** Sign-up and log-in share a path by the specification; which one it is shows in the keys (product.md §2.8). */
export const signUpOrLogIn = endpoint({
  method: 'POST',
  path: '/users',
  auth: 'anyone',
  summary:
    'Sign up (fullname, username, email, zipcode) or log in (usernameOrEmail, zipcode); wrong credentials answer ' +
    'null. A sign-up says that the user is 18 or older, unless ageBand is 13-to-17',
  body: v.unknown(),
  bodyBytes: 16 * 1024,
  output: v.nullable(v.union([OwnUser, NewUser])),
  described: {
    body: v.union([v.object({ ...SignUp.entries, ...proven }), v.object({ ...LogIn.entries, ...proven })]),
    answers: {
      200: { means: 'Logged in; null: wrong credentials', output: v.nullable(OwnUser) },
      201: { means: 'Signed up, not logged in', output: NewUser },
    },
  },
})

export const getUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  auth: 'anyone',
  summary: 'One user; what is no id is nobody’s',
  params: { id: v.union([UserId, v.string()]) },
  output: PublicUser,
})

/** One browser where the viewer is logged in. */
export const Session = v.object({
  id: SessionId,
  /** Browser and system in words. */
  label: v.string(),
  /** Cut to /24 or /48. */
  network: v.string(),
  createdAt: Time,
  lastSeenAt: Time,
  /** Of the browser, at log-in; null where it did not say. */
  timeZone: v.nullable(v.string()),
  current: v.boolean(),
})
export type Session = v.InferOutput<typeof Session>

export const whoAmI = endpoint({
  method: 'GET',
  path: '/api/session',
  auth: 'user',
  summary: 'Who am I',
  output: Viewer,
})
export const logOut = endpoint({ method: 'DELETE', path: '/api/session', auth: 'anyone', summary: 'Log out here' })
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  auth: 'user',
  summary: 'Where I am logged in, last used first',
  output: v.object({ sessions: v.array(Session) }),
})
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions',
  auth: 'user',
  summary: 'Log out everywhere else',
})
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  auth: 'user',
  summary: 'Log out there',
  params: { id: SessionId },
})

export const isUsernameFree = endpoint({
  method: 'GET',
  path: '/api/usernames/:name',
  auth: 'anyone',
  summary: 'Is this username free',
  params: { name: v.pipe(v.string(), v.maxLength(100)) },
  output: v.object({ name: v.string(), free: v.boolean(), reason: v.nullable(v.string()) }),
})

export const answerChallenge = endpoint({
  method: 'POST',
  path: '/api/auth/challenge',
  auth: 'anyone',
  summary: 'Type the code that came by e-mail',
  body: v.object({ code: v.pipe(v.string(), v.maxLength(100)), remember: v.optional(v.boolean(), false) }),
  output: OwnUser,
})

export const mailCode = endpoint({
  method: 'POST',
  path: '/api/auth/code',
  auth: 'anyone',
  summary: 'Have a code sent, whoever that is',
  body: v.object({
    usernameOrEmail: v.pipe(v.string(), v.maxLength(400)),
    timeZone: v.optional(v.pipe(v.string(), v.maxLength(60))),
  }),
  status: 202,
  output: v.object({ sent: v.literal(true) }),
})

// Behind the # of the operator's link.
const ResetToken = v.pipe(v.string(), v.maxLength(100))

export const lookAtResetLink = endpoint({
  method: 'POST',
  path: '/api/auth/reset-link',
  auth: 'anyone',
  summary: 'Whose one-time link of the operator this is, as long as it counts; it is not used up',
  body: v.object({ token: ResetToken }),
  output: v.object({ username: v.string() }),
})

export const resetSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/reset',
  auth: 'anyone',
  summary: "Set a new zip code with the operator's one-time link; password, passkeys and recovery codes are removed",
  body: v.object({ token: ResetToken, zipcode: ZipCode }),
  output: v.object({ username: v.string() }),
})
