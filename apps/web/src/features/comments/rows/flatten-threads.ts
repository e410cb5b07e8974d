import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { ReplyRef, Threads } from '#features/comments/thread-cache.ts'

export type CommentRowData = {
  id: CommentId
  /** The parent comment; null for a top-level comment. */
  parentId: CommentId | null
  /** The top-level comment of the thread. */
  root: CommentId
  /** Position of the row in the list, starting at 1. */
  position: number
  /** Indent level of the row. */
  depth: number
  /** True if the row is indented no further than its parent, because the parent is at the deepest level. */
  isBeside: boolean
  /** True for the last row of the loaded part of a thread. */
  isLast: boolean
}

/** Returns the rows of the top-level comments and of their loaded threads. */
export function flattenThreads(tops: readonly CommentId[], threads: Threads): CommentRowData[] {
  const rows: CommentRowData[] = []
  for (const root of tops) {
    const thread = [{ id: root, parentId: null, ...TOP_LEVEL }, ...indentReplies(root, threads[root]?.replies ?? [])]
    for (const [at, indented] of thread.entries())
      rows.push({ ...indented, root, position: rows.length + 1, isLast: at === thread.length - 1 })
  }
  return rows
}

const TOP_LEVEL = { depth: 0, isBeside: false }
type IndentedComment = Pick<CommentRowData, 'id' | 'parentId' | 'depth' | 'isBeside'>

// Replies are indented up to level 4. Deeper replies stay at that level.
const MAX_DEPTH = 4

/** Returns the replies of a thread in depth-first order. If the parent of a reply is not loaded, `root` replaces it. */
function indentReplies(root: CommentId, replies: readonly ReplyRef[]): IndentedComment[] {
  const loadedIds = new Set(replies.map(({ id }) => id))
  const repliesByParent = Map.groupBy(replies, ({ parentId }) => (loadedIds.has(parentId) ? parentId : root))
  const listDescendants = (id: CommentId, depth: number): IndentedComment[] =>
    (repliesByParent.get(id) ?? []).flatMap((reply) => [
      { ...reply, depth: Math.min(depth, MAX_DEPTH), isBeside: depth > MAX_DEPTH },
      ...listDescendants(reply.id, depth + 1),
    ])
  return listDescendants(root, 1)
}
