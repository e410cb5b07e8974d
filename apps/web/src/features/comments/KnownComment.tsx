import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { ReactNode } from 'react'
import type { TextHrefs } from '#ui/LinkedText.tsx'
import { type CommentActs, CommentItem, type CommentParts } from './CommentItem.tsx'
import { useComment } from './use-known-comments.ts'

type KnownCommentProps = {
  id: CommentId
  hrefs: TextHrefs
  /** Left out for visitors, and where the viewer may not comment. */
  onReply?: ((comment: Comment) => void) | undefined
  menuOf: (comment: Comment) => (acts: CommentActs) => ReactNode
  /** What it has on the page of its post. */
  partsOf?: (comment: Comment) => CommentParts
  /** What stands in the place of one that is gone but was answered; nothing, where this is left out. */
  goneNote?: (comment: Comment) => ReactNode
  /** What stands below it. */
  children?: (comment: Comment) => ReactNode
}

/** A comment of a list, as an item; nothing once it is gone. */
export function KnownComment({ id, hrefs, onReply, menuOf, partsOf, goneNote, children }: KnownCommentProps) {
  const comment = useComment(id)
  if (!comment || (comment.gone && !goneNote)) return null
  const parts = partsOf?.(comment)
  return (
    <li>
      {comment.gone ? (
        goneNote?.(comment)
      ) : (
        <CommentItem comment={comment} hrefs={hrefs} onReply={onReply} menu={menuOf(comment)} parts={parts} />
      )}
      {children?.(comment)}
    </li>
  )
}
