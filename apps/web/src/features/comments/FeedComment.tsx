import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { ReactNode } from 'react'
import type { TextHrefs } from '#ui/LinkedText.tsx'
import { type CommentActions, CommentItem } from './CommentItem.tsx'
import { useComment } from './use-cached-comments.ts'

type FeedCommentProps = {
  id: CommentId
  hrefs: TextHrefs
  /** Called when the user presses Reply. Undefined if the viewer may not reply. */
  onReply?: ((comment: Comment) => void) | undefined
  menuOf: (comment: Comment) => (acts: CommentActions) => ReactNode
}

/** A comment in the feed as a list item. Renders nothing once the comment is deleted. */
export function FeedComment({ id, hrefs, onReply, menuOf }: FeedCommentProps) {
  const comment = useComment(id)
  if (!comment || comment.gone) return null
  return (
    <li>
      <CommentItem comment={comment} hrefs={hrefs} onReply={onReply} menu={menuOf(comment)} />
    </li>
  )
}
