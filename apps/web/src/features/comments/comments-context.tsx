import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import type { TextHrefs } from '#ui/LinkedText.tsx'
import { AuthorNotes } from './AuthorNotes.tsx'
import type { CommentActs } from './CommentItem.tsx'
import { CommentLike } from './CommentLike.tsx'
import { type CommentChoices, CommentMenu } from './CommentMenu.tsx'
import { GoneNote } from './GoneNote.tsx'
import { PinnedNote } from './PinnedNote.tsx'

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
  /** The choices of the menu of a comment. */
  Choices: CommentChoices
}

const partsIn = (
  { post, commentHref, onVisitor, linked }: CommentsContext,
  comment: Comment,
  answers: string | null,
) => {
  const isAuthor = comment.author?.id === post.author.id
  return {
    href: commentHref(comment),
    isLinked: comment.id === linked,
    above: comment.isPinned && <PinnedNote name={post.author.username} />,
    beside: <AuthorNotes petName={(isAuthor && post.pets[0]?.name) || null} answers={answers} />,
    like: <CommentLike comment={comment} onVisitor={onVisitor} />,
  }
}

/** A comment on the page of its post. `answers`: whom, where its place does not show it. */
export const commentProps = (context: CommentsContext) => ({
  hrefs: context.hrefs,
  onReply: context.onReply,
  menuOf: (comment: Comment) => (acts: CommentActs) => (
    <CommentMenu comment={comment} href={context.commentHref(comment)} acts={acts} Choices={context.Choices} />
  ),
  goneNote: (comment: Comment) => <GoneNote comment={comment} isLinked={comment.id === context.linked} />,
  partsOf:
    (answers: string | null = null) =>
    (comment: Comment) =>
      partsIn(context, comment, answers),
})
