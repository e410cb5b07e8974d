import { type FeedPost, getFeed, type LiveMessage } from '@pawtrait/contract/feed.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import type { FeedLimit } from '@pawtrait/contract/payments/premium.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { keepNewest } from '#features/comments/comment-keys.ts'
import { keepPosts } from '#features/posts/post-cache.ts'
import { call as browserCall } from '#lib/server/call.ts'
import { pageAt, paged } from '#lib/server/queries.ts'

export const feedKey = ['feed'] as const

/** Posts that arrived and are not shown yet, newest first. */
export const arrivedKey = ['feed-arrived'] as const

export type Arrived = Omit<Extract<LiveMessage, { type: 'post-arrived' }>, 'type'>

type FeedIds = { ids: PostId[]; cursor: string | null; limit: FeedLimit }
export type FeedData = InfiniteData<FeedIds, string | null>

/**
 * The day's allowance keeps what else there is until the day turns: nothing new comes, or the end has come only because
 * new posts between one's own were left out.
 */
export const isHeldBack = ({ ids, cursor, limit: { used, max } }: FeedIds): boolean =>
  max !== null && used >= max && (ids.length === 0 || cursor === null)

function keepFeed(queries: QueryClient, posts: readonly FeedPost[]): PostId[] {
  for (const post of posts) keepNewest(queries, post.id, post.comments)
  return keepPosts(
    queries,
    posts.map(({ comments: _, ...post }) => post),
  )
}

/**
 * The feed, page by page. It is read again only when something says so: what arrives meanwhile waits behind a pill,
 * and nothing moves under the reader.
 */
export const feedQuery = (call: Call = browserCall) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: feedKey,
    queryFn: async ({ pageParam, client }): Promise<FeedIds> => {
      const { posts, cursor, limit } = await call(getFeed, { query: pageAt(pageParam) })
      if (!pageParam) client.setQueryData(arrivedKey, [])
      return { ids: keepFeed(client, posts), cursor, limit }
    },
    getNextPageParam: (last) => (isHeldBack(last) ? null : last.cursor),
    staleTime: Infinity,
  })

/** The page of the feed that a post stands on, read again: the cache has forgotten its posts, or the browser has. */
export const pageOfPostQuery = (queries: QueryClient, id: PostId) => {
  const { pages = [], pageParams = [] } = feedOf(queries) ?? {}
  const cursor = pageParams[pages.findIndex(({ ids }) => ids.includes(id))] ?? null
  return queryOptions({
    queryKey: ['page-of-post', cursor],
    queryFn: async () => keepFeed(queries, (await browserCall(getFeed, { query: pageAt(cursor) })).posts),
    staleTime: Infinity,
    gcTime: 0,
  })
}

const idsOf = (data: FeedData | undefined) => data?.pages.flatMap((page) => page.ids) ?? []

const feedOf = (queries: QueryClient) => queries.getQueryData<FeedData>(feedKey)

/** Prepends a post to the feed at once: one's own, just posted. */
export function prependPost(queries: QueryClient, post: Post) {
  keepPosts(queries, [post])
  const data = feedOf(queries)
  const [first, ...rest] = data?.pages ?? []
  // Ids grow with time: what is older than the top has its own place, or had it.
  if (!data || !first || post.id <= (first.ids[0] ?? '')) return
  keepNewest(queries, post.id, [])
  queries.setQueryData<FeedData>(feedKey, { ...data, pages: [{ ...first, ids: [post.id, ...first.ids] }, ...rest] })
}

/** Puts an arrived post behind the pill, unless the feed has it already. Ids grow with time, so they give the order. */
export function addArrived(queries: QueryClient, arrived: Arrived) {
  const data = feedOf(queries)
  if (!data || idsOf(data).includes(arrived.postId)) return
  queries.setQueryData<Arrived[]>(arrivedKey, (kept = []) =>
    [arrived, ...kept.filter(({ postId }) => postId !== arrived.postId)].toSorted((a, b) =>
      a.postId < b.postId ? 1 : -1,
    ),
  )
}

/** Takes a post that left out of those waiting. */
export function dropArrived(queries: QueryClient, id: PostId) {
  queries.setQueryData<Arrived[]>(arrivedKey, (kept = []) => kept.filter(({ postId }) => postId !== id))
}

/** After a gap: asks what is newer than the top of the feed, and puts it behind the pill. */
export async function findArrived(queries: QueryClient) {
  const shown = idsOf(feedOf(queries))
  if (!feedOf(queries)) return
  const { posts } = await browserCall(getFeed, {})
  const [top = ''] = shown
  for (const { id, author } of posts.filter((post) => post.id > top))
    addArrived(queries, { postId: id, authorId: author.id, username: author.username, image: author.image })
}

/** Begins the feed anew from its first page. @throws CallError, and what was shown stays. */
export async function refetchFeed(queries: QueryClient) {
  const { posts, cursor, limit } = await browserCall(getFeed, {})
  const first = { ids: keepFeed(queries, posts), cursor, limit }
  queries.setQueryData<FeedData>(feedKey, { pages: [first], pageParams: [null] })
  queries.setQueryData(arrivedKey, [])
}
