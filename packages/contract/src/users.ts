import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { SessionId, UserId } from './ids.ts'
import { Count, Time } from './lists.ts'

/** The picture of a person: an address of this server, or nothing (initials are drawn). */
export const Image = v.nullable(v.string())

/** A person as others meet them beside a post or a comment. */
export const UserCard = v.object({ id: UserId, username: v.string(), fullname: v.string(), image: Image })
export type UserCard = v.InferOutput<typeof UserCard>

/** What others may know of a user; `following` newest first, whole, empty where it may not be seen. product.md §2.12 */
export const PublicUser = v.object({
  ...UserCard.entries,
  following: v.array(UserId),
  counts: v.object({ followers: Count, following: Count, posts: Count }),
})
export type PublicUser = v.InferOutput<typeof PublicUser>

/** The answer to a log-in and to "who am I"; product.md §2.10. Never a zip code, a hash or a token. */
export const OwnUser = v.object({ ...PublicUser.entries, email: v.string(), plan: v.picklist(['free', 'premium']) })
export type OwnUser = v.InferOutput<typeof OwnUser>

/** The answer to a sign-up; product.md §2.6. */
export const NewUser = v.object({ ...UserCard.entries, following: v.array(UserId) })
export type NewUser = v.InferOutput<typeof NewUser>

/** Sign-up and log-in share a path by the specification; which one it is shows in the keys (product.md §2.8). */
export const signUpOrLogIn = endpoint({
  method: 'POST',
  path: '/users',
  auth: 'anyone',
  summary:
    'Sign up (fullname, username, email, zipcode) or log in (usernameOrEmail, zipcode); wrong credentials answer null',
  body: v.unknown(),
  output: v.nullable(v.union([OwnUser, NewUser])),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  auth: 'anyone',
  summary: 'One user',
  params: { id: UserId },
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
  current: v.boolean(),
})
export type Session = v.InferOutput<typeof Session>

export const whoAmI = endpoint({
  method: 'GET',
  path: '/api/session',
  auth: 'user',
  summary: 'Who am I',
  output: OwnUser,
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

export const resetSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/reset',
  auth: 'anyone',
  summary: "Set a new zip code with the operator's one-time link",
  body: v.object({ token: v.pipe(v.string(), v.maxLength(100)), zipcode: v.pipe(v.string(), v.maxLength(100)) }),
  output: v.object({ username: v.string() }),
})
