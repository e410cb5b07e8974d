import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { Reply, Threads } from '#features/comments/thread-cache.ts'

/** A comment in its place below a post. */
export type TalkRow = {
  id: CommentId
  /** The comment that it stands under; null: of the first level. */
  parentId: CommentId | null
  /** Of the first level, above it. */
  root: CommentId
  /** Which of all rows it is, from 1. */
  position: number
  /** Steps it is indented by. */
  depth: number
  /** It stands beside what it answers, for want of room. */
  isBeside: boolean
  /** What is known of its thread ends with it. */
  isLast: boolean
}

/** Comments of the first level, each with what is known of its thread. */
export function talkRows(tops: readonly CommentId[], threads: Threads): TalkRow[] {
  const rows: TalkRow[] = []
  for (const root of tops) {
    const thread = [{ id: root, parentId: null, ...TOP }, ...threadRows(root, threads[root]?.replies ?? [])]
    for (const [at, placed] of thread.entries())
      rows.push({ ...placed, root, position: rows.length + 1, isLast: at === thread.length - 1 })
  }
  return rows
}

const TOP = { depth: 0, isBeside: false }
type Placed = Pick<TalkRow, 'id' | 'parentId' | 'depth' | 'isBeside'>

// design/README-more: a reply is indented up to depth 4, deeper ones stay there.
const DEEPEST = 4

/** The answers in a thread, each above those to it. What answers something unknown stands under the top. */
function threadRows(root: CommentId, replies: readonly Reply[]): Placed[] {
  const known = new Set(replies.map(({ id }) => id))
  const below = Map.groupBy(replies, ({ parentId }) => (known.has(parentId) ? parentId : root))
  const grow = (id: CommentId, depth: number): Placed[] =>
    (below.get(id) ?? []).flatMap((reply) => [
      { ...reply, depth: Math.min(depth, DEEPEST), isBeside: depth > DEEPEST },
      ...grow(reply.id, depth + 1),
    ])
  return grow(root, 1)
}
