import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { PetId, UserId } from './ids.ts'
import { Count, Cursor, page } from './lists.ts'
import { UserCard } from './users.ts'

/** The viewer's follow of one user or pet, and how many follow it now. */
export const FollowState = v.object({ followedByMe: v.boolean(), followerCount: Count })
export type FollowState = v.InferOutput<typeof FollowState>

const user = { path: '/api/users/:id/follow', auth: 'user', params: { id: UserId }, output: FollowState } as const
const pet = { path: '/api/pets/:id/follow', auth: 'user', params: { id: PetId }, output: FollowState } as const

/** Idempotent. At most 5,000 users (product.md §2.12). */
export const followUser = endpoint({ method: 'PUT', summary: 'Follow a user', ...user })
export const unfollowUser = endpoint({ method: 'DELETE', summary: 'Unfollow a user', ...user })
export const followPet = endpoint({ method: 'PUT', summary: 'Follow a pet', ...pet })
export const unfollowPet = endpoint({ method: 'DELETE', summary: 'Unfollow a pet', ...pet })

/** Somebody in a list of people. */
export const Person = v.object({ ...UserCard.entries, followedByMe: v.boolean(), me: v.boolean() })
export type Person = v.InferOutput<typeof Person>

/** Last followed first. */
export const PersonPage = v.object({ users: v.array(Person), cursor: v.nullable(Cursor) })
export type PersonPage = v.InferOutput<typeof PersonPage>

const list = {
  auth: 'anyone',
  params: { id: UserId },
  query: { ...page, q: v.optional(v.pipe(v.string(), v.maxLength(60))) },
  output: PersonPage,
} as const
export const getFollowers = endpoint({
  method: 'GET',
  path: '/api/users/:id/followers',
  summary: 'Who follows a user; `q` finds among them',
  ...list,
})
export const getFollowing = endpoint({
  method: 'GET',
  path: '/api/users/:id/following',
  summary: 'Whom a user follows; `q` finds among them',
  ...list,
})
