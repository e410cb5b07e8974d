import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'

/** Whom a follow is about. */
export type Followed = { kind: 'user'; id: UserId } | { kind: 'pet'; id: PetId }

/** Whether the viewer follows or has asked to, and how many do and whether one is asked first, where that is known. */
export type Following = {
  followedByMe: boolean
  requestedByMe?: boolean
  followerCount?: number
  isPrivate?: boolean
}

/** Each follow lives once, under this key; every button of the same user or pet reads it. */
export const followKey = ({ kind, id }: Followed) => ['follow', kind, id] as const

/** The name of taps on a follow button. */
export const followTaps = ({ kind, id }: Followed) => ['on-follow', kind, id] as const

/** Keeps what the server just said, unless the viewer is pressing the button at this moment. */
export function keepFollow(queries: QueryClient, followed: Followed, following: Following) {
  if (queries.isMutating({ mutationKey: followTaps(followed) }) > 0) return
  queries.setQueryData<Following>(followKey(followed), (kept) => ({ ...kept, ...following }))
}
