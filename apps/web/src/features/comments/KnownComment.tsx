import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { ReactNode } from 'react'
import type { TextHrefs } from '#ui/LinkedText.tsx'
import { CommentItem, type CommentParts } from './CommentItem.tsx'
import { useComment } from './use-known-comments.ts'

type KnownCommentProps = {
  id: CommentId
  hrefs: TextHrefs
  /** Left out for visitors, and where the viewer may not comment. */
  onReply?: ((comment: Comment) => void) | undefined
  /** What it has on the page of its post. */
  partsOf?: (comment: Comment) => CommentParts
  /** What stands below it. */
  children?: (comment: Comment) => ReactNode
}

/** A comment of a list, as an item; nothing once it is gone. */
export function KnownComment({ id, hrefs, onReply, partsOf, children }: KnownCommentProps) {
  const comment = useComment(id)
  if (!comment) return null
  return (
    <li>
      <CommentItem comment={comment} hrefs={hrefs} onReply={onReply} parts={partsOf?.(comment)} />
      {children?.(comment)}
    </li>
  )
}
