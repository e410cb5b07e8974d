import { type FeedPost, getFeed, type LiveMessage } from '@pawtrait/contract/feed.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import type { FeedLimit } from '@pawtrait/contract/payments/premium.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { cacheNewestComments } from '#features/comments/comment-keys.ts'
import { cachePosts } from '#features/posts/post-cache.ts'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

export const feedKey = ['feed'] as const

/** Cache key of new posts that are not shown yet, newest first. */
export const newPostsKey = ['feed-arrived'] as const

export type NewPostMessage = Omit<Extract<LiveMessage, { type: 'post-arrived' }>, 'type'>

type FeedIds = { ids: PostId[]; cursor: string | null; limit: FeedLimit }
export type FeedPages = InfiniteData<FeedIds, string | null>

/**
 * Returns whether a page lacks posts because the daily allowance is used up. Such a page is empty, or it is the last
 * page. It contains no other users' posts above the allowance.
 */
export const isLimitedByAllowance = ({ ids, cursor, limit: { used, max } }: FeedIds): boolean =>
  max !== null && used >= max && (ids.length === 0 || cursor === null)

function cacheFeedPosts(queries: QueryClient, posts: readonly FeedPost[]): PostId[] {
  for (const post of posts) cacheNewestComments(queries, post.id, post.comments)
  return cachePosts(
    queries,
    posts.map(({ comments: _, ...post }) => post),
  )
}

/**
 * Query for the pages of the feed. Refetched only on request, so that no post moves while the user reads. New posts
 * wait behind the "new posts" button.
 */
export const feedQuery = (call: ApiCall = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: feedKey,
    queryFn: async ({ pageParam, client }): Promise<FeedIds> => {
      const { posts, cursor, limit } = await call(getFeed, { query: cursorParam(pageParam) })
      if (!pageParam) client.setQueryData(newPostsKey, [])
      return { ids: cacheFeedPosts(client, posts), cursor, limit }
    },
    getNextPageParam: (last) => (isLimitedByAllowance(last) ? null : last.cursor),
    staleTime: Infinity,
  })

/** Query for the feed page that contains a post. Used when the post itself is no longer cached. */
export const feedPageOfPostQuery = (queries: QueryClient, id: PostId) => {
  const { pages = [], pageParams = [] } = getCachedFeed(queries) ?? {}
  const cursor = pageParams[pages.findIndex(({ ids }) => ids.includes(id))] ?? null
  return queryOptions({
    queryKey: ['page-of-post', cursor],
    queryFn: async () => cacheFeedPosts(queries, (await browserCall(getFeed, { query: cursorParam(cursor) })).posts),
    staleTime: Infinity,
    gcTime: 0,
  })
}

const listPostIds = (data: FeedPages | undefined) => data?.pages.flatMap((page) => page.ids) ?? []

const getCachedFeed = (queries: QueryClient) => queries.getQueryData<FeedPages>(feedKey)

/** Prepends the viewer's own new post to the feed. */
export function prependPost(queries: QueryClient, post: Post) {
  cachePosts(queries, [post])
  const data = getCachedFeed(queries)
  const [first, ...rest] = data?.pages ?? []
  // Ids are ordered by time. A post older than the first post of the list is already further down, or was removed.
  if (!data || !first || post.id <= (first.ids[0] ?? '')) return
  cacheNewestComments(queries, post.id, [])
  queries.setQueryData<FeedPages>(feedKey, { ...data, pages: [{ ...first, ids: [post.id, ...first.ids] }, ...rest] })
}

/** Queues a new post behind the "new posts" button, unless the feed contains it. The newest comes first. */
export function queueNewPost(queries: QueryClient, arrived: NewPostMessage) {
  const data = getCachedFeed(queries)
  if (!data || listPostIds(data).includes(arrived.postId)) return
  queries.setQueryData<NewPostMessage[]>(newPostsKey, (queued = []) =>
    [arrived, ...queued.filter(({ postId }) => postId !== arrived.postId)].toSorted((a, b) =>
      a.postId < b.postId ? 1 : -1,
    ),
  )
}

/** Removes a deleted post from the queue of new posts. */
export function removeQueuedPost(queries: QueryClient, id: PostId) {
  queries.setQueryData<NewPostMessage[]>(newPostsKey, (queued = []) => queued.filter(({ postId }) => postId !== id))
}

/** Queues posts that were missed during a gap in the event stream: those newer than the feed's first post. */
export async function queueMissedPosts(queries: QueryClient) {
  const shown = listPostIds(getCachedFeed(queries))
  if (!getCachedFeed(queries)) return
  const { posts } = await browserCall(getFeed, {})
  const [top = ''] = shown
  for (const { id, author } of posts.filter((post) => post.id > top))
    queueNewPost(queries, {
      postId: id,
      authorId: author.id,
      username: author.username,
      fullname: author.fullname,
      image: author.image,
    })
}

/** Reloads the feed from its first page. After a failure the visible posts remain. @throws CallError */
export async function refetchFeed(queries: QueryClient) {
  const { posts, cursor, limit } = await browserCall(getFeed, {})
  const first = { ids: cacheFeedPosts(queries, posts), cursor, limit }
  queries.setQueryData<FeedPages>(feedKey, { pages: [first], pageParams: [null] })
  queries.setQueryData(newPostsKey, [])
}
