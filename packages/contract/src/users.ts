import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { UserId } from './ids.ts'
import { Count } from './lists.ts'

/** Path of a user's picture on this server. If null, screens draw the user's initials. */
export const UserImage = v.nullable(v.string())

/** A user as shown beside a post or a comment. */
export const UserCard = v.object({ id: UserId, username: v.string(), fullname: v.string(), image: UserImage })
export type UserCard = v.InferOutput<typeof UserCard>

export const UserWithCounts = v.object({
  ...UserCard.entries,
  counts: v.object({ followers: Count, following: Count, posts: Count }),
})

// Up to 5,000 ids (about 195 KB). So only the endpoints that the API specification requires return this field.
const following = v.array(UserId)

/**
 * Public data of a user. `following` lists all followed users, newest first. It is empty if the viewer may not see it.
 */
export const PublicUser = v.object({ ...UserWithCounts.entries, following })
export type PublicUser = v.InferOutput<typeof PublicUser>

const account = { ...UserWithCounts.entries, email: v.string(), plan: v.picklist(['free', 'premium']) }

/** The signed-in user, for the user's own screens. Never contains a zip code, a hash or a token. */
export const Viewer = v.object({
  ...account,
  /** Present only if true: the account is read-only until a parent or guardian confirms it. */
  guardianNeeded: v.optional(v.literal(true)),
})
export type Viewer = v.InferOutput<typeof Viewer>

/** Response to a log-in: the user, and the ids of the users that they follow. */
export const SignedInUser = v.object({ ...account, following })
export type SignedInUser = v.InferOutput<typeof SignedInUser>

/** A username in lower case. Only ASCII letters, digits, `_` and `.` are allowed, so that no two names look alike. */
export const Username = v.pipe(
  v.string('Type a username.'),
  // Limits the work of the regular expression below, which takes quadratic time in the number of spaces.
  v.maxLength(100, 'A username can have up to 30 characters.'),
  v.transform((typed) => typed.replace(/^ +| +$/g, '').toLowerCase()),
  v.minLength(2, 'A username needs at least 2 characters.'),
  v.maxLength(30, 'A username can have up to 30 characters.'),
  v.regex(/^[a-z0-9_.]*$/, 'Use only the letters a to z, digits, underscores and full stops.'),
  v.regex(/[a-z0-9]/, 'A username needs at least one letter or digit.'),
)

/**
 * A username for a new account. It must not start or end with a full stop, or contain two in a row. Such full stops get
 * lost in sentences and URLs. Older accounts may have such a name, so `Username` still accepts it.
 */
export const NewUsername = v.pipe(
  Username,
  v.regex(/^[^.](.*[^.])?$/, 'A username must begin and end with a letter, a digit or an underscore.'),
  v.check((name) => !name.includes('..'), 'A username can’t have two full stops in a row.'),
)

/** An e-mail address as typed, with its domain in lower case. Keeps a part after `+`. */
export const Email = v.pipe(
  v.string('Type an email.'),
  v.trim(),
  v.maxLength(254, 'This email is too long.'), // RFC 5321
  v.regex(
    /^[^\s\p{C}@"(),:;<>[\]\\]{1,64}@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.[\p{L}\p{N}-]{2,}$/u,
    'Type an email like name@example.com.',
  ),
  v.transform((typed) => typed.replace(/@.*$/, (domain) => domain.toLowerCase())),
)

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/users/:id',
  auth: 'anyone',
  summary: 'Get a user; an invalid id gets the same response as an unknown one',
  params: { id: v.union([UserId, v.string()]) },
  output: PublicUser,
})

export const getViewer = defineEndpoint({
  method: 'GET',
  path: '/api/session',
  auth: 'user',
  summary: "Get the viewer's account",
  output: Viewer,
})
