import { followPet, followUser, unfollowPet, unfollowUser } from '@pawtrait/contract/follows.ts'
import { skipToken, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { callOrQueue } from '#lib/outbox/queue-call.ts'
import { useOptimisticToggle } from '#lib/use-optimistic-toggle.ts'
import {
  type FollowState,
  type FollowTarget,
  followKey,
  followMutationKey,
  invalidateFollowLists,
} from './follow-cache.ts'

type FollowChange = { on: boolean; name: string; before: FollowState | undefined }

function send(followed: FollowTarget, { on, name: label, before }: FollowChange) {
  const action = {
    kind: 'follow',
    thing: `${followed.kind}:${followed.id}`,
    words: label,
    isState: true,
    before,
  } as const
  return followed.kind === 'user'
    ? callOrQueue(on ? followUser : unfollowUser, { params: { id: followed.id } }, action)
    : callOrQueue(on ? followPet : unfollowPet, { params: { id: followed.id } }, action)
}

function applyFollow(now: FollowState, on: boolean): FollowState {
  const { followedByMe, followerCount, isPrivate = false } = now
  // Following a private account only sends a request, so the follower count does not change.
  if (on && isPrivate && !followedByMe) return { ...now, requestedByMe: true }
  const count = followerCount !== undefined && Math.max(0, followerCount + Number(on) - Number(followedByMe))
  return { ...now, followedByMe: on, requestedByMe: false, ...(count !== false && { followerCount: count }) }
}

/**
 * Returns the follow state of a user or pet, and a function that changes it. `known` is the state that the page was
 * loaded with. A cached state takes precedence, because the viewer may have changed the follow since. `name` names the
 * user or pet in the list of queued actions.
 */
export function useFollow(followed: FollowTarget, known: FollowState, name = '') {
  const queries = useQueryClient()
  const key = followKey(followed)
  const { data: cached } = useQuery<FollowState>({ queryKey: key, queryFn: skipToken })
  const mergeKnownState = (now: FollowState | undefined) => ({ requestedByMe: false, ...known, ...now })
  const { set, error } = useOptimisticToggle<FollowState>({
    key: followMutationKey(followed),
    read: () => mergeKnownState(queries.getQueryData<FollowState>(key)),
    write: (state) => queries.setQueryData<FollowState>(key, (now) => ({ ...mergeKnownState(now), ...state })),
    optimistic: applyFollow,
    send: (on, before) => send(followed, { on, name, before }),
    onSettled: () => invalidateFollowLists(queries),
  })
  const state = mergeKnownState(cached)
  const isPending = useIsMutating({ mutationKey: followMutationKey(followed) }) > 0
  // If `isPrivate` is unknown, only the response shows whether a press followed the user or sent a request.
  const isUnsure = isPending && followed.kind === 'user' && state.isPrivate === undefined && state.followedByMe
  return { ...state, isUnsure, set, error }
}
