import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { PetId, UserId } from './ids.ts'
import { Count, Cursor, pageQuery, Time } from './lists.ts'
import { UserCard } from './users.ts'

/**
 * Whether the viewer follows a user or pet, and how many followers that user or pet has. `requestedByMe`: the viewer
 * has an open request to follow a private account.
 */
export const FollowState = v.object({ followedByMe: v.boolean(), requestedByMe: v.boolean(), followerCount: Count })
export type FollowState = v.InferOutput<typeof FollowState>

const user = { path: '/api/users/:id/follow', auth: 'user', params: { id: UserId }, output: FollowState } as const
const pet = { path: '/api/pets/:id/follow', auth: 'user', params: { id: PetId }, output: FollowState } as const

/** Follows a user. If the account is private, sends a request. Idempotent. A user may follow at most 5,000 users. */
export const followUser = defineEndpoint({ method: 'PUT', summary: 'Follow a user', ...user })
export const unfollowUser = defineEndpoint({ method: 'DELETE', summary: 'Unfollow a user', ...user })
export const followPet = defineEndpoint({ method: 'PUT', summary: 'Follow a pet', ...pet })
export const unfollowPet = defineEndpoint({ method: 'DELETE', summary: 'Unfollow a pet', ...pet })

export const FollowListUser = v.object({
  ...UserCard.entries,
  followedByMe: v.boolean(),
  requestedByMe: v.boolean(),
  me: v.boolean(),
})
export type FollowListUser = v.InferOutput<typeof FollowListUser>

/** A page of followers, followed users or users who like a post. The most recent follow or like comes first. */
export const FollowListPage = v.object({ users: v.array(FollowListUser), cursor: v.nullable(Cursor) })
export type FollowListPage = v.InferOutput<typeof FollowListPage>

const list = {
  auth: 'anyone',
  params: { id: UserId },
  query: { ...pageQuery, q: v.optional(v.pipe(v.string(), v.maxLength(60))) },
  output: FollowListPage,
} as const
export const getFollowers = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/followers',
  summary: "List a user's followers, newest first; `q` filters by a part of the name",
  ...list,
})
export const getFollowing = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/following',
  summary: 'List the users that a user follows, newest first; `q` filters by a part of the name',
  ...list,
})

/** Requests to follow the viewer's private account, newest first. */
export const FollowRequestPage = v.object({
  requests: v.array(v.object({ ...UserCard.entries, followers: Count, askedAt: Time })),
  cursor: v.nullable(Cursor),
  /** Number of open requests, counted up to 100. */
  waiting: Count,
})
export type FollowRequestPage = v.InferOutput<typeof FollowRequestPage>
export const listFollowRequests = defineEndpoint({
  method: 'GET',
  path: '/api/follow-requests',
  auth: 'user',
  summary: 'List the follow requests to the viewer, newest first',
  query: pageQuery,
  output: FollowRequestPage,
})

/**
 * Users that the viewer has requested to follow, newest first. Declined requests stay in the list, because the viewer
 * must not notice that a request was declined.
 */
export const SentRequestPage = v.object({
  users: v.array(v.object({ ...UserCard.entries, askedAt: Time })),
  cursor: v.nullable(Cursor),
})
export type SentRequestPage = v.InferOutput<typeof SentRequestPage>
export const listSentFollowRequests = defineEndpoint({
  method: 'GET',
  path: '/api/follow-requests/asked',
  auth: 'user',
  summary: 'List the follow requests that the viewer has sent, newest first',
  query: pageQuery,
  output: SentRequestPage,
})

/** `id` is the user who sent the request. */
const request = { path: '/api/follow-requests/:id', auth: 'user', params: { id: UserId } } as const
export const acceptFollowRequest = defineEndpoint({ method: 'PUT', summary: 'Accept a follow request', ...request })
/** The requester is not informed. They still see "Requested", and can send another request after 30 days. */
export const declineFollowRequest = defineEndpoint({
  method: 'DELETE',
  summary: 'Decline a follow request',
  ...request,
})

/** The removed follower is not informed, and can follow again or send a request again. */
export const removeFollower = defineEndpoint({
  method: 'DELETE',
  path: '/api/followers/:id',
  auth: 'user',
  summary: 'Remove a follower',
  params: { id: UserId },
})

/** A page of the viewer's close friends. Only the viewer sees the list. */
export const CloseFriendPage = v.object({ users: v.array(UserCard), cursor: v.nullable(Cursor), count: Count })
export type CloseFriendPage = v.InferOutput<typeof CloseFriendPage>
export const listCloseFriends = defineEndpoint({
  method: 'GET',
  path: '/api/close-friends',
  auth: 'user',
  summary: "List the viewer's close friends, last added first",
  query: pageQuery,
  output: CloseFriendPage,
})
const friend = { path: '/api/close-friends/:id', auth: 'user', params: { id: UserId } } as const
/** Fails with `conflict` for a 501st close friend. */
export const addCloseFriend = defineEndpoint({ method: 'PUT', summary: 'Add a close friend', ...friend })
export const removeCloseFriend = defineEndpoint({ method: 'DELETE', summary: 'Remove a close friend', ...friend })
