import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { updateCachedPost } from '#features/posts/post-cache.ts'
import {
  findMountedCommentLists,
  insertOrQueueComment,
  isLoadedToEnd,
  type MountedCommentList,
} from './apply-comment-events.ts'
import { commentKey, newestCommentsKey, pinnedCommentKey } from './comment-keys.ts'
import { type CommentIdPages, cacheCommentPage } from './comment-lists.ts'
import {
  fetchCommentPage,
  refetchComments,
  removeMissingComments,
  selectAdjacentComments,
} from './rows/refetch-comments.ts'
import { type Threads, threadsKey } from './thread-cache.ts'

/**
 * Updates the mounted lists after a gap in the event stream. Inserts or queues new comments, refreshes edited comments,
 * and removes deleted comments.
 */
export async function catchUpComments(queries: QueryClient) {
  for (const { post, from, list } of findMountedCommentLists(queries)) {
    if (!list) continue
    await appendNewComments(queries, post, list)
    await refetchRendered(queries, { post, from, list })
  }
}

async function appendNewComments(queries: QueryClient, post: PostId, list: CommentIdPages) {
  const last = list.pages.at(-1)?.ids.at(-1)
  if (!isLoadedToEnd(list) || !last) return
  const page = await fetchCommentPage(post, { cursor: last })
  for (const comment of page.comments)
    if (comment.depth === 0 && queries.getQueryData(commentKey(comment.id)) === undefined)
      insertOrQueueComment(queries, comment)
  cacheCommentPage(queries, post, page)
  updateCachedPost(queries, post, () => ({ commentCount: page.commentCount }))
}

/**
 * Refetches rendered comments. Removes the other comments of the list from the cache, unless the feed shows them. They
 * load again on scroll.
 */
async function refetchRendered(
  queries: QueryClient,
  { post, from, list }: MountedCommentList & { list: CommentIdPages },
) {
  const topLevelRefs = list.pages.flatMap(({ ids }) => ids).map((id) => ({ id, root: id }))
  const threads = Object.entries(queries.getQueryData<Threads>(threadsKey(post)) ?? {})
  const replyRefs = threads.flatMap(([root, { replies }]) => replies.map(({ id }) => ({ id, root: root as CommentId })))
  const rendered = renderedComments(queries)
  const newest = queries.getQueryData<CommentId[]>(newestCommentsKey(post)) ?? []
  for (const { id } of [...topLevelRefs, ...replyRefs])
    if (!rendered.has(id) && !newest.includes(id)) queries.removeQueries({ queryKey: commentKey(id), exact: true })
  const refetchedIds = new Set<CommentId>()
  for (const { id, root } of [...topLevelRefs, ...replyRefs]) {
    if (!rendered.has(id) || refetchedIds.has(id)) continue
    const ids = selectAdjacentComments(queries, { id, root, post, from })
    for (const id of ids) refetchedIds.add(id)
    await refetchComments(queries, post, { thread: root === id ? null : root, ids })
  }
  const pinned = queries.getQueryData<CommentId | null>(pinnedCommentKey(post))
  if (pinned) await removeMissingComments(queries, [pinned], [])
}

/** Returns the ids of the comments that a mounted component shows. */
const renderedComments = (queries: QueryClient) =>
  new Set(
    queries
      .getQueryCache()
      .findAll({ queryKey: ['comment'], predicate: (query) => query.getObserversCount() > 0 })
      .map(({ queryKey }) => queryKey[1] as CommentId),
  )
