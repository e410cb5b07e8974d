import { watchPost } from '@pawtrait/contract/comments.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'

/** Prefix of the query keys of post watches. After a gap in the event stream, a refetch renews the watches. */
export const postWatchesKey = ['watch-post'] as const

// The server ends a watch after ten minutes without a renewal. A hidden tab does not renew its watch.
const EVERY_MS = 4 * 60_000

/** Subscribes to live messages about new comments of a post while its page is open. */
export function useWatchPost(id: PostId, isWanted: boolean) {
  useQuery({
    queryKey: [...postWatchesKey, id],
    queryFn: () => call(watchPost, { params: { id } }).then(() => true),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: EVERY_MS,
  })
}
