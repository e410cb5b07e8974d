import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'

/** An answer in a thread, and what it answers. */
export type Reply = { id: CommentId; parentId: CommentId }

/**
 * What is known of the answers below a comment of the first level, oldest first. `after`: read on from here; all before
 * it is known, and of what comes after it what a link or somebody's writing brought.
 */
export type Thread = { replies: Reply[]; after: CommentId | null }

export const threadKey = (root: CommentId) => ['thread', root] as const

const byId = (a: Reply, b: Reply) => (a.id < b.id ? -1 : 1)

/** Both, each answer once. */
const merged = (kept: readonly Reply[], fresh: readonly Reply[]) =>
  [...new Map([...kept, ...fresh].map((reply) => [reply.id, reply])).values()].toSorted(byId)

const repliesIn = (comments: readonly Comment[], root: CommentId): Reply[] =>
  comments.flatMap(({ id, parentId, rootId }) => (rootId === root && parentId ? [{ id, parentId }] : []))

const later = (a: CommentId | null, b: CommentId | null) => ((a ?? '') > (b ?? '') ? a : b)

/** As many answers as a page of the first level brings of each thread, from its beginning. */
export const FIRST = 3

/** Keeps the answers that a page of the first level brought with each comment. */
export function keepThreads(queries: QueryClient, comments: readonly Comment[]) {
  for (const { id, depth } of comments) {
    if (depth > 0) continue
    const fresh = repliesIn(comments, id).toSorted(byId)
    // Those after the first came for a link; there may be others between.
    const after = fresh[Math.min(FIRST, fresh.length) - 1]?.id ?? null
    queries.setQueryData<Thread>(threadKey(id), (kept) => ({
      replies: merged(kept?.replies ?? [], fresh),
      after: later(kept?.after ?? null, after),
    }))
  }
}

/** Keeps the next page of a thread. */
export function keepThreadPage(queries: QueryClient, root: CommentId, comments: readonly Comment[]) {
  queries.setQueryData<Thread>(threadKey(root), (kept) => ({
    replies: merged(kept?.replies ?? [], repliesIn(comments, root)),
    after: later(kept?.after ?? null, comments.at(-1)?.id ?? null),
  }))
}

/** Shows a new answer in its thread. */
export function showReply(queries: QueryClient, { id, parentId, rootId }: Comment) {
  if (!rootId || !parentId) return
  queries.setQueryData<Thread>(threadKey(rootId), (kept) => ({
    replies: merged(kept?.replies ?? [], [{ id, parentId }]),
    after: kept?.after ?? null,
  }))
}

/** Takes an answer out of its thread. Gives what it answered when nothing known is left below that. */
export function dropReply(queries: QueryClient, { id, parentId, rootId }: Comment): CommentId | null {
  if (!rootId) return null
  const kept = queries.getQueryData<Thread>(threadKey(rootId))
  const replies = kept?.replies.filter((reply) => reply.id !== id) ?? []
  queries.setQueryData<Thread>(threadKey(rootId), { replies, after: kept?.after ?? null })
  return replies.some((reply) => reply.parentId === parentId) ? null : parentId
}

/** An answer with those to it. `isBeside`: it stands beside what it answers, for want of room. */
export type Branch = Reply & { isBeside: boolean; branches: Branch[] }

// design/README-more: a reply is indented up to depth 4, deeper ones stay there.
const DEEPEST = 4

/** The answers below a comment as a tree. What answers something unknown is a child of the top of the thread. */
export function branchesOf(root: CommentId, replies: readonly Reply[]): Branch[] {
  const known = new Set(replies.map(({ id }) => id))
  const below = new Map<CommentId, Reply[]>()
  for (const reply of replies) {
    const above = known.has(reply.parentId) ? reply.parentId : root
    below.set(above, [...(below.get(above) ?? []), reply])
  }
  const grow = (id: CommentId, depth: number): Branch[] =>
    (below.get(id) ?? []).flatMap((reply) => {
      const isBeside = depth > DEEPEST
      const branches = grow(reply.id, depth + 1)
      return depth < DEEPEST ? [{ ...reply, isBeside, branches }] : [{ ...reply, isBeside, branches: [] }, ...branches]
    })
  return grow(root, 1)
}
