import { followPet, followUser, unfollowPet, unfollowUser } from '@pawtrait/contract/follows.ts'
import { skipToken, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { useOptimisticToggle } from '#lib/use-optimistic-toggle.ts'
import { type FollowState, type FollowTarget, followKey, followMutationKey } from './follow-cache.ts'

const send = (followed: FollowTarget, on: boolean) =>
  followed.kind === 'user'
    ? call(on ? followUser : unfollowUser, { params: { id: followed.id } })
    : call(on ? followPet : unfollowPet, { params: { id: followed.id } })

function optimistic(now: FollowState, on: boolean): FollowState {
  const { followedByMe, followerCount, isPrivate = false } = now
  // Following a private account only sends a request, so the follower count does not change.
  if (on && isPrivate && !followedByMe) return { ...now, requestedByMe: true }
  const count = followerCount !== undefined && Math.max(0, followerCount + Number(on) - Number(followedByMe))
  return { ...now, followedByMe: on, requestedByMe: false, ...(count !== false && { followerCount: count }) }
}

/**
 * Returns the follow state of a user or pet, and a function that changes it. `known` is the state that the page was
 * loaded with. If the viewer has since changed the follow, the cached state takes precedence.
 */
export function useFollow(followed: FollowTarget, known: FollowState) {
  const queries = useQueryClient()
  const key = followKey(followed)
  const { data: cached } = useQuery<FollowState>({ queryKey: key, queryFn: skipToken })
  const withKept = (now: FollowState | undefined) => ({ requestedByMe: false, ...known, ...now })
  const { set, error } = useOptimisticToggle<FollowState>({
    key: followMutationKey(followed),
    read: () => withKept(queries.getQueryData<FollowState>(key)),
    write: (state) => queries.setQueryData<FollowState>(key, (now) => ({ ...withKept(now), ...state })),
    optimistic,
    send: (on) => send(followed, on),
    // A follow changes the feed and the list of sent requests. Both are refetched when they are next shown.
    onSettled: () => {
      for (const list of ['feed', 'follow-asked'])
        void queries.invalidateQueries({ queryKey: [list], refetchType: 'none' })
    },
  })
  const state = withKept(cached)
  const isPending = useIsMutating({ mutationKey: followMutationKey(followed) }) > 0
  // If `isPrivate` is unknown, only the response tells whether a press has followed the user or sent a request.
  const isUnsure = isPending && followed.kind === 'user' && state.isPrivate === undefined && state.followedByMe
  return { ...state, isUnsure, set, error }
}
