import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'

/** An answer in a thread, and what it answers. */
export type Reply = { id: CommentId; parentId: CommentId }

/**
 * What is known of the answers below a comment of the first level, oldest first. `after`: read on from here; all before
 * it is known, and of what comes after it what a link or somebody's writing brought. `isAll`: nothing comes after it.
 */
export type Thread = { replies: Reply[]; after: CommentId | null; isAll?: boolean }

/** The threads of a post, by the comment at the top of each; where nothing is known of answers there is none. */
export type Threads = Record<CommentId, Thread>

export const threadsKey = (post: PostId) => ['threads', post] as const

/** Nothing is known of it. */
export const NONE: Thread = { replies: [], after: null }

export const threadOf = (queries: QueryClient, post: PostId, root: CommentId): Thread =>
  queries.getQueryData<Threads>(threadsKey(post))?.[root] ?? NONE

const byId = (a: Reply, b: Reply) => (a.id < b.id ? -1 : 1)

/** Both, each answer once. */
const merged = (kept: readonly Reply[], fresh: readonly Reply[]) =>
  [...new Map([...kept, ...fresh].map((reply) => [reply.id, reply])).values()].toSorted(byId)

/** The answers below a comment of the first level. */
export const repliesIn = (comments: readonly Comment[], root: CommentId): Reply[] =>
  comments.flatMap(({ id, parentId, rootId }) => (rootId === root && parentId ? [{ id, parentId }] : []))

const later = (a: CommentId | null, b: CommentId | null) => ((a ?? '') > (b ?? '') ? a : b)

/** All that is known of a thread twice. */
export const mergedThread = (kept: Thread, fresh: Thread): Thread => ({
  ...kept,
  replies: merged(kept.replies, fresh.replies),
  after: later(kept.after, fresh.after),
})

/** Adds what is known of threads to what was. */
export function mergeThreads(queries: QueryClient, post: PostId, fresh: Threads) {
  queries.setQueryData<Threads>(threadsKey(post), (kept = {}) => {
    const both = Object.entries(fresh).map(([id, thread]) => [id, mergedThread(kept[id as CommentId] ?? NONE, thread)])
    return { ...kept, ...(Object.fromEntries(both) as Threads) }
  })
}

/** As many answers as a page of the first level brings of each thread, from its beginning. */
export const FIRST = 3

/** Keeps the answers that a page of the first level brought with each comment. */
export function keepThreads(queries: QueryClient, post: PostId, comments: readonly Comment[]) {
  const byRoot = Map.groupBy(comments, ({ id, rootId }) => rootId ?? id)
  const fresh: Threads = {}
  for (const [root, all] of byRoot) {
    const replies = repliesIn(all, root).toSorted(byId)
    // Those after the first came for a link; there may be others between.
    const after = replies[Math.min(FIRST, replies.length) - 1]?.id ?? null
    if (replies.length > 0) fresh[root] = { replies, after }
  }
  mergeThreads(queries, post, fresh)
}
