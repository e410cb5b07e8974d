import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import type { TextHrefs } from '#ui/LinkedText.tsx'
import type { CommentActs } from './CommentItem.tsx'
import { CommentLike } from './CommentLike.tsx'
import { type CommentChoices, CommentMenu } from './CommentMenu.tsx'

/** What stands beside the comments on the page of their post. */
export type CommentsContext = {
  post: Post
  /** The addresses of users and tags. */
  hrefs: TextHrefs
  /** The address of a comment. */
  commentHref: (comment: Comment) => string
  /** Left out for visitors, and where the viewer may not comment. */
  onReply: ((comment: Comment) => void) | undefined
  /** What a press does for a visitor instead. */
  onVisitor: (() => void) | undefined
  /** The comment a link led to, when it was found. */
  linked: CommentId | null
  /** The choices of the menu of somebody else's comment, when there are more than here. */
  theirChoices?: CommentChoices
}

const partsIn = (
  { post, commentHref, onVisitor, linked, theirChoices }: CommentsContext,
  comment: Comment,
  answers: string | null,
) => {
  const theirs = comment.mine ? undefined : theirChoices
  const isAuthor = comment.author?.id === post.author.id
  return {
    href: commentHref(comment),
    isLinked: comment.id === linked,
    pinnedBy: comment.isPinned ? post.author.username : null,
    badge: (isAuthor && post.pets[0]?.name) || null,
    answers,
    like: <CommentLike comment={comment} onVisitor={onVisitor} />,
    menu: (acts: CommentActs) => (
      <CommentMenu comment={comment} href={commentHref(comment)} acts={acts} {...(theirs && { Choices: theirs })} />
    ),
  }
}

/** A comment on the page of its post. `answers`: whom, where its place does not show it. */
export const commentProps = (context: CommentsContext) => ({
  hrefs: context.hrefs,
  onReply: context.onReply,
  partsOf:
    (answers: string | null = null) =>
    (comment: Comment) =>
      partsIn(context, comment, answers),
})
