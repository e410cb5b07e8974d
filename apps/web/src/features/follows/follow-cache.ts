import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'

export type Followed = { kind: 'user'; id: UserId } | { kind: 'pet'; id: PetId }

/** The viewer's follow or request, the follower count, and whether the account is private, as far as known. */
export type Following = {
  followedByMe: boolean
  requestedByMe?: boolean
  followerCount?: number
  isPrivate?: boolean
}

/** Cache key of a follow. All buttons of the same user or pet read it. */
export const followKey = ({ kind, id }: Followed) => ['follow', kind, id] as const

/** Mutation key of taps on a follow button. */
export const followTaps = ({ kind, id }: Followed) => ['on-follow', kind, id] as const

/** Caches the server's state, unless a tap on the button is pending. */
export function keepFollow(queries: QueryClient, followed: Followed, following: Following) {
  if (queries.isMutating({ mutationKey: followTaps(followed) }) > 0) return
  queries.setQueryData<Following>(followKey(followed), (known) => ({ ...known, ...following }))
}
