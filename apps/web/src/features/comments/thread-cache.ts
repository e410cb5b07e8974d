import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'

export type ReplyRef = { id: CommentId; parentId: CommentId }

/**
 * Loaded replies to a top-level comment, oldest first. `after` is the cursor of the next page: the id of the reply
 * up to which all replies are loaded. Later replies were loaded for a link, or written by the viewer. `isAll` is true
 * if the whole thread is loaded.
 */
export type Thread = { replies: ReplyRef[]; after: CommentId | null; isAll?: boolean }

/** Threads of a post with loaded replies. The keys are the ids of the top-level comments. */
export type Threads = Record<CommentId, Thread>

export const threadsKey = (post: PostId) => ['threads', post] as const

/** A thread without loaded replies. */
export const EMPTY_THREAD: Thread = { replies: [], after: null }

export const readCachedThread = (queries: QueryClient, post: PostId, root: CommentId): Thread =>
  queries.getQueryData<Threads>(threadsKey(post))?.[root] ?? EMPTY_THREAD

const byId = (a: ReplyRef, b: ReplyRef) => (a.id < b.id ? -1 : 1)

/** Merges two lists of replies, without duplicates, oldest first. */
const mergeReplies = (known: readonly ReplyRef[], fresh: readonly ReplyRef[]) =>
  [...new Map([...known, ...fresh].map((reply) => [reply.id, reply])).values()].toSorted(byId)

/** Returns the replies to a top-level comment. */
export const selectReplies = (comments: readonly Comment[], root: CommentId): ReplyRef[] =>
  comments.flatMap(({ id, parentId, rootId }) => (rootId === root && parentId ? [{ id, parentId }] : []))

const getLaterId = (a: CommentId | null, b: CommentId | null) => ((a ?? '') > (b ?? '') ? a : b)

export const mergeThread = (known: Thread, fresh: Thread): Thread => ({
  ...known,
  replies: mergeReplies(known.replies, fresh.replies),
  after: getLaterId(known.after, fresh.after),
})

export function cacheMergedThreads(queries: QueryClient, post: PostId, fresh: Threads) {
  queries.setQueryData<Threads>(threadsKey(post), (known = {}) => {
    const mergedEntries = Object.entries(fresh).map(([id, thread]) => [
      id,
      mergeThread(known[id as CommentId] ?? EMPTY_THREAD, thread),
    ])
    return { ...known, ...(Object.fromEntries(mergedEntries) as Threads) }
  })
}

/** Number of replies that the server includes with each top-level comment. */
export const INLINE_REPLY_COUNT = 3

/** Caches the replies that a page includes with each top-level comment. */
export function cacheThreads(queries: QueryClient, post: PostId, comments: readonly Comment[]) {
  const byRoot = Map.groupBy(comments, ({ id, rootId }) => rootId ?? id)
  const fresh: Threads = {}
  for (const [root, all] of byRoot) {
    const replies = selectReplies(all, root).toSorted(byId)
    // The next page starts after the inline replies. Later replies were loaded for a linked comment, so replies before
    // them may be missing.
    const after = replies[Math.min(INLINE_REPLY_COUNT, replies.length) - 1]?.id ?? null
    if (replies.length > 0) fresh[root] = { replies, after }
  }
  cacheMergedThreads(queries, post, fresh)
}
