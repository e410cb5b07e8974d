import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'

export type FollowTarget = { kind: 'user'; id: UserId } | { kind: 'pet'; id: PetId }

/** The viewer's follow or request, the follower count, and whether the account is private, as far as known. */
export type FollowState = {
  followedByMe: boolean
  requestedByMe?: boolean
  followerCount?: number
  isPrivate?: boolean
}

/** Cache key of a follow. All buttons of the same user or pet read it. */
export const followKey = ({ kind, id }: FollowTarget) => ['follow', kind, id] as const

/** Mutation key of taps on a follow button. */
export const followMutationKey = ({ kind, id }: FollowTarget) => ['on-follow', kind, id] as const

/** Caches the server's state, unless a tap on the button is pending. */
export function cacheFollow(queries: QueryClient, followed: FollowTarget, following: FollowState) {
  if (queries.isMutating({ mutationKey: followMutationKey(followed) }) > 0) return
  queries.setQueryData<FollowState>(followKey(followed), (known) => ({ ...known, ...following }))
}
