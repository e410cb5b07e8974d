import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'

export type FollowTarget = { kind: 'user'; id: UserId } | { kind: 'pet'; id: PetId }

/** The viewer's follow or follow request, and the target's follower count and privacy. Unknown values are absent. */
export type FollowState = {
  followedByMe: boolean
  requestedByMe?: boolean
  followerCount?: number
  isPrivate?: boolean
}

/** Cache key of a follow state, which all follow buttons of the same user or pet share. */
export const followKey = ({ kind, id }: FollowTarget) => ['follow', kind, id] as const

/** Mutation key of the requests that follow buttons send. */
export const followMutationKey = ({ kind, id }: FollowTarget) => ['on-follow', kind, id] as const

/** Caches the state from the server, unless a request of the follow button is pending. */
export function cacheFollow(queries: QueryClient, followed: FollowTarget, following: FollowState) {
  if (queries.isMutating({ mutationKey: followMutationKey(followed) }) > 0) return
  queries.setQueryData<FollowState>(followKey(followed), (known) => ({ ...known, ...following }))
}

/** Invalidates the feed and the list of sent requests after a follow. Both are refetched when they are next shown. */
export function invalidateFollowLists(queries: QueryClient) {
  for (const list of ['feed', 'follow-asked']) void queries.invalidateQueries({ queryKey: [list], refetchType: 'none' })
}
