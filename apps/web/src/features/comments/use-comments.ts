import { getComments } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions, type QueryClient, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { updateCachedPost } from '#features/posts/post-cache.ts'
import { call as browserCall } from '#lib/server/call.ts'
import { currentTimeMs } from '#lib/time/time.ts'
import { isUnavailable } from '#shell/navigation/page-errors.ts'
import { type CommentListStart, commentListKey, pinnedCommentKey, startsAtNewest } from './comment-keys.ts'
import { type CommentIdPage, type CommentIdPages, cacheCommentPage } from './comment-lists.ts'
import { type Threads, threadsKey } from './thread-cache.ts'

/** Number of top-level comments on the first page. */
export const FIRST_PAGE_SIZE = 20
// Later pages are larger, because readers who scroll read many comments. Even larger pages would render slowly.
const NEXT_PAGE = '30'

type PageParam = { cursor?: string; before?: string; comment?: CommentId; from?: 'newest'; limit: string }

function firstPage(from: CommentListStart): PageParam {
  const limit = `${FIRST_PAGE_SIZE}`
  if (from === null) return { limit }
  return startsAtNewest(from) ? { from, limit } : { comment: from, limit }
}

type FetchContext = { post: PostId; queries: QueryClient; call: ApiCall }

async function fetchPage({ post, queries, call }: FetchContext, query: PageParam): Promise<CommentIdPage> {
  const page = await call(getComments, { params: { id: post }, query })
  updateCachedPost(queries, post, () => ({ commentCount: page.commentCount }))
  return cacheCommentPage(queries, post, page)
}

/**
 * Query for the top-level comments of a post, oldest first. The list starts at `from`, and loads pages in both
 * directions. It never refetches all pages. Instead, the page loader refetches the first page, and live messages apply
 * later changes.
 */
const commentsQuery = (post: PostId, from: CommentListStart) =>
  infiniteQueryOptions({
    queryKey: commentListKey(post, from),
    queryFn: ({ pageParam, client }) => fetchPage({ post, queries: client, call: browserCall }, pageParam),
    initialPageParam: firstPage(from),
    getNextPageParam: ({ cursor }): PageParam | null => (cursor === null ? null : { cursor, limit: NEXT_PAGE }),
    getPreviousPageParam: ({ before }): PageParam | null => (before === null ? null : { before, limit: NEXT_PAGE }),
    staleTime: Infinity,
  })

const MAX_AGE_MS = 30_000

/** Fetches the first page of a list unless it is under 30 s old. Keeps cached lists while the server is unavailable. */
export async function fetchComments({ post, queries, call }: FetchContext, from: CommentListStart) {
  const queryKey = commentListKey(post, from)
  const state = queries.getQueryState<CommentIdPages>(queryKey)
  if (state?.data && currentTimeMs() - state.dataUpdatedAt < MAX_AGE_MS) return
  const first = firstPage(from)
  try {
    const page = await fetchPage({ post, queries, call }, first)
    queries.setQueryData<CommentIdPages>(queryKey, { pages: [page], pageParams: [first] })
  } catch (error) {
    if (!state?.data || !isUnavailable(error)) throw error
  }
}

// Removes duplicate ids and keeps the last occurrence. The viewer's new comment is appended to the last loaded page. It
// occurs a second time when the page that contains it is loaded.
const removeDuplicateIds = (ids: readonly CommentId[]) => [...new Set(ids.toReversed())].toReversed()

/**
 * Returns the list of a post's top-level comments. `ids` omits the pinned comment, which `pinned` identifies.
 * `useComment` returns the comment of an id.
 */
export function useComments(post: PostId, from: CommentListStart) {
  const list = useInfiniteQuery(commentsQuery(post, from))
  const pinned = useQuery<CommentId | null>({ queryKey: pinnedCommentKey(post), queryFn: skipToken }).data ?? null
  const { data } = list
  const all = useMemo(() => removeDuplicateIds(data?.pages.flatMap((page) => page.ids) ?? []), [data])
  const ids = useMemo(() => all.filter((id) => id !== pinned), [all, pinned])
  const end = data?.pages.at(-1)?.cursor ?? null
  // `endsAhead`: the list ends with the viewer's new comment, and comments before it are not loaded yet.
  return { ...list, ids, pinned, endsAhead: end !== null && (all.at(-1) ?? '') > end }
}

export function useThreads(post: PostId): Threads {
  return useQuery<Threads>({ queryKey: threadsKey(post), queryFn: skipToken }).data ?? NO_THREADS
}

const NO_THREADS: Threads = {}
