import { followPet, followUser, unfollowPet, unfollowUser } from '@pawtrait/contract/follows.ts'
import { skipToken, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { useToggle } from '#lib/use-toggle.ts'
import { type Followed, type Following, followKey, followTaps } from './follow-cache.ts'

const send = (followed: Followed, on: boolean) =>
  followed.kind === 'user'
    ? call(on ? followUser : unfollowUser, { params: { id: followed.id } })
    : call(on ? followPet : unfollowPet, { params: { id: followed.id } })

function optimistic(now: Following, on: boolean): Following {
  const { followedByMe, followerCount, isPrivate = false } = now
  // A private account is asked first: the count is its own to change.
  if (on && isPrivate && !followedByMe) return { ...now, requestedByMe: true }
  const count = followerCount !== undefined && Math.max(0, followerCount + Number(on) - Number(followedByMe))
  return { ...now, followedByMe: on, requestedByMe: false, ...(count !== false && { followerCount: count }) }
}

/**
 * The viewer's follow of one user or pet. `known` is what the list or page said; what was pressed or read since, on
 * any screen, goes before it.
 */
export function useFollow(followed: Followed, known: Following) {
  const queries = useQueryClient()
  const key = followKey(followed)
  const { data: kept } = useQuery<Following>({ queryKey: key, queryFn: skipToken })
  const withKept = (now: Following | undefined) => ({ requestedByMe: false, ...known, ...now })
  const { set, error } = useToggle<Following>({
    key: followTaps(followed),
    read: () => withKept(queries.getQueryData<Following>(key)),
    write: (state) => queries.setQueryData<Following>(key, (now) => ({ ...withKept(now), ...state })),
    optimistic,
    send: (on) => send(followed, on),
    // Other posts belong into the feed now: it is read again when it is next visited.
    onSettled: () => {
      for (const list of ['feed', 'follow-asked'])
        void queries.invalidateQueries({ queryKey: [list], refetchType: 'none' })
    },
  })
  const state = withKept(kept)
  const isPending = useIsMutating({ mutationKey: followTaps(followed) }) > 0
  // Whether a person is asked first is not known from every list: then the answer says what it became.
  const isUnsure = isPending && followed.kind === 'user' && state.isPrivate === undefined && state.followedByMe
  return { ...state, isUnsure, set, error }
}
