import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Arrived, arrivedKey, feedQuery, refetchFeed } from './feed-cache.ts'

/** The feed as it is shown, and what arrived since. */
export function useFeed() {
  const queries = useQueryClient()
  const feed = useInfiniteQuery(feedQuery())
  const { data: arrived = [] } = useQuery<Arrived[]>({ queryKey: arrivedKey, queryFn: skipToken })
  const anew = useMutation({ mutationKey: ['feed-anew'], mutationFn: () => refetchFeed(queries) })
  const last = feed.data?.pages.at(-1)
  return { feed, last, posts: feed.data?.pages.flatMap((page) => page.ids) ?? [], arrived, anew }
}
