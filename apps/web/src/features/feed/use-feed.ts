import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '@tanstack/react-query'
import { type Arrived, arrivedKey, feedQuery, isWithheld, readFeedAnew } from './feed-cache.ts'

/** The feed as it hangs, what arrived since, and `spent`: the day's allowance when nothing more comes because of it. */
export function useFeed() {
  const queries = useQueryClient()
  const feed = useInfiniteQuery(feedQuery())
  const { data: arrived = [] } = useQuery<Arrived[]>({ queryKey: arrivedKey, queryFn: skipToken })
  const anew = useMutation({ mutationKey: ['feed-anew'], mutationFn: () => readFeedAnew(queries) })
  const pages = feed.data?.pages ?? []
  const last = pages.at(-1)
  const spent = last && isWithheld(last) ? last.limit : null
  return { feed, posts: pages.flatMap((page) => page.ids), arrived, anew, spent }
}
