import { watchPost } from '@pawtrait/contract/comments.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'

/** Asked for anew after a gap in the stream. */
export const watchesKey = ['watch-post'] as const

// The server remembers for ten minutes; a tab that nobody looks at is let go.
const EVERY_MS = 4 * 60_000

/** Lets the live stream tell of new comments under a post while its page is open. */
export function useWatchPost(id: PostId, isWanted: boolean) {
  useQuery({
    queryKey: [...watchesKey, id],
    queryFn: () => call(watchPost, { params: { id } }).then(() => true),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: EVERY_MS,
  })
}
