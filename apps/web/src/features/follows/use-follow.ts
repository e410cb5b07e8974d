import { followPet, followUser, unfollowPet, unfollowUser } from '@pawtrait/contract/follows.ts'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/call.ts'
import { useToggle } from '#lib/use-toggle.ts'
import { type Followed, type Following, followKey, followTaps } from './follow-cache.ts'

const send = (followed: Followed, on: boolean) =>
  followed.kind === 'user'
    ? call(on ? followUser : unfollowUser, { params: { id: followed.id } })
    : call(on ? followPet : unfollowPet, { params: { id: followed.id } })

const ahead = ({ followedByMe, followerCount }: Following, on: boolean): Following => ({
  followedByMe: on,
  ...(followerCount !== undefined && { followerCount: Math.max(0, followerCount + Number(on) - Number(followedByMe)) }),
})

/**
 * The viewer's follow of one user or pet. `known` is what the list or page said; what was pressed or read since, on
 * any screen, goes before it.
 */
export function useFollow(followed: Followed, known: Following) {
  const queries = useQueryClient()
  const key = followKey(followed)
  const { data: following = known } = useQuery<Following>({ queryKey: key, queryFn: skipToken })
  const { set, error } = useToggle<Following>({
    key: followTaps(followed),
    read: () => queries.getQueryData<Following>(key) ?? known,
    write: (state) => queries.setQueryData(key, state),
    ahead,
    send: (on) => send(followed, on),
    // Other posts belong into the feed now: it is read again when it is next visited.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['feed'], refetchType: 'none' }),
  })
  return { ...following, set, error }
}
