import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import pushPin from '@phosphor-icons/core/fill/push-pin-fill.svg?path'
import { createContext } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import type { TextHrefs } from '#ui/LinkedText.tsx'
import type { CommentActions, CommentDetails } from './CommentItem.tsx'
import { CommentLike } from './CommentLike.tsx'
import { CommentMenu, type LazyCommentMenu } from './CommentMenu.tsx'
import styles from './CommentTombstone.module.css'
import type { CommentListStart } from './comment-keys.ts'
import type { CommentRowData } from './rows/flatten-threads.ts'

/** Data and callbacks that all comments on a post's page share. */
export type CommentsContext = {
  post: Post
  hrefs: TextHrefs
  commentHref: (comment: Comment) => string
  /** Called when the user presses Reply. Undefined if the viewer may not reply. */
  onReply: ((comment: Comment) => void) | undefined
  /** Called when a visitor presses a button that needs a log-in. Undefined for signed-in users. */
  onVisitor: (() => void) | undefined
  /** Where the list starts: at the linked comment if it was found, at the newest or at the oldest. */
  linked: CommentListStart
  Choices: LazyCommentMenu
}

/** Values that all rows of a comment list share. `size`: number of rows for screen readers, -1 if unknown. */
export type CommentListContextValue = {
  context: CommentsContext
  rows: ReadonlyMap<CommentId, CommentRowData>
  size: number
}

export const CommentListContext = createContext<CommentListContextValue | null>(null)

/**
 * Returns the parts of a comment that only the post's page shows. `answers` is the username of the parent comment's
 * author; null if the indent already shows the parent.
 */
export const renderCommentDetails = (
  { post, commentHref, onVisitor, linked }: CommentsContext,
  comment: Comment,
  answers: string | null,
): CommentDetails => {
  const isAuthor = comment.author?.id === post.author.id
  return {
    href: commentHref(comment),
    isLinked: comment.id === linked,
    above: comment.isPinned && <PinnedNote name={post.author.username} />,
    beside: <AuthorNotes petName={(isAuthor && post.pets[0]?.name) || null} answers={answers} />,
    like: <CommentLike comment={comment} onVisitor={onVisitor} />,
  }
}

/** Returns the menu of a comment on the page of its post. */
export const renderCommentMenu = (context: CommentsContext, comment: Comment) => (acts: CommentActions) => (
  <CommentMenu comment={comment} href={context.commentHref(comment)} acts={acts} Choices={context.Choices} />
)

/** Notes beside an author's name: the pet they care for ("Milo’s person"), and "in reply to wanjiru". */
function AuthorNotes({ petName, answers }: { petName: string | null; answers: string | null }) {
  const t = useTranslate()
  return (
    <>
      {petName && (
        <span dir="ltr" className={styles.badge}>
          {t(phrases.comments.personOfPet, { name: petName })}
        </span>
      )}{' '}
      {answers && <span className={styles.answers}>{t(phrases.comments.inReplyTo, { name: answers })}</span>}
    </>
  )
}

function PinnedNote({ name }: { name: string }) {
  const t = useTranslate()
  return (
    <p className={styles.pinned}>
      <Icon path={pushPin} size={16} />
      {t(phrases.comments.pinnedBy, { name })}
    </p>
  )
}
