import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { useQueryClient } from '@tanstack/react-query'
import { memo, type ReactNode, use, useState } from 'react'
import { CommentItem } from '#features/comments/CommentItem.tsx'
import { CommentTombstone } from '#features/comments/CommentTombstone.tsx'
import { commentKey, isStaleComment } from '#features/comments/comment-keys.ts'
import {
  CommentListContext,
  type CommentsContext,
  renderCommentDetails,
  renderCommentMenu,
} from '#features/comments/comments-context.tsx'
import { useComment } from '#features/comments/use-cached-comments.ts'
import { useThreads } from '#features/comments/use-comments.ts'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import styles from './CommentRow.module.css'
import type { CommentRowData } from './flatten-threads.ts'
import { commentHeights } from './use-comments-scroll-restoration.ts'

// Loads the buttons lazily. The fallback is as high as the buttons, so that rows do not move.
const LoadRepliesButtons = lazyComponent(
  async () => (await import('./LoadRepliesButtons.tsx')).LoadRepliesButtons,
  <div className={styles.toggle} />,
)

// Loads the refetch code lazily, because few comments are stale.
const RefetchComments = lazyComponent(async () => (await import('./RefetchComments.tsx')).RefetchComments)

/** A row of the virtual list: a comment. The last row of a thread also has a button for more replies. */
export function CommentRow({ id }: { id: CommentId }) {
  const list = use(CommentListContext)
  const row = list?.rows.get(id)
  return list && row && <MemoizedRow {...row} context={list.context} size={list.size} />
}

type MemoizedRowProps = CommentRowData & { context: CommentsContext; size: number }

const MemoizedRow = memo(function Placed({ context, size, ...row }: MemoizedRowProps) {
  const { id, root, isLast } = row
  const queries = useQueryClient()
  const comment = useComment(id)
  const [isStale] = useState(() => isStaleComment(queries, id))
  const [height] = useState(() => commentHeights.heightOf(id))
  return (
    <>
      {comment === undefined && <div style={{ blockSize: height }} />}
      {isStale && <RefetchComments id={id} root={root} post={context.post.id} from={context.linked} />}
      {comment && (
        <Step depth={row.depth} position={row.position} size={size}>
          <RowComment row={row} comment={comment} context={context} />
        </Step>
      )}
      {isLast && <ThreadEnd root={root} post={context.post.id} />}
    </>
  )
})

type StepProps = { depth: number; position: number; size: number; children: ReactNode }

function Step({ depth, position, size, children }: StepProps) {
  return (
    <div
      role="listitem"
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={size}
      className={styles.step}
      data-depth={depth || undefined}
    >
      {children}
    </div>
  )
}

type CommentTextProps = {
  row: Pick<CommentRowData, 'isBeside' | 'parentId'>
  comment: Comment
  context: CommentsContext
}

function RowComment({ row: { isBeside, parentId }, comment, context }: CommentTextProps) {
  // At the deepest indent level, a reply is not indented below its parent, so the row names the parent's author.
  const above = useComment(parentId ?? comment.id)
  const answers = isBeside ? (above?.author?.username ?? null) : null
  if (comment.gone) return <CommentTombstone comment={comment} isLinked={comment.id === context.linked} />
  return (
    <CommentItem
      comment={comment}
      hrefs={context.hrefs}
      onReply={context.onReply}
      menu={renderCommentMenu(context, comment)}
      parts={renderCommentDetails(context, comment, answers)}
    />
  )
}

/** Button for more replies, below the loaded part of a thread. */
function ThreadEnd({ root, post }: { root: CommentId; post: PostId }) {
  const queries = useQueryClient()
  const count = useComment(root)?.replyCount ?? 0
  const { replies = [], isAll = false } = useThreads(post)[root] ?? {}
  const isNotDeleted = (id: CommentId) => !queries.getQueryData<Comment | null>(commentKey(id))?.gone
  const hiddenCount = count - replies.filter(({ id }) => isNotDeleted(id)).length
  if (hiddenCount <= 0 || isAll) return null
  return (
    <div role="listitem" className={styles.step} data-depth={1}>
      <LoadRepliesButtons root={root} post={post} count={count} more={hiddenCount} />
    </div>
  )
}
