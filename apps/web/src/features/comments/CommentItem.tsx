import type { Comment } from '@pawtrait/contract/comments.ts'
import { truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import { type ReactNode, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import { LinkedText, type TextHrefs } from '#ui/LinkedText.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { lazyComponent, lazyDialog } from '#ui/states/lazy-component.tsx'
import styles from './CommentItem.module.css'
import { commentElementId } from './scroll-to-comment.ts'

// Loads the edit form and the delete dialog lazily, because users rarely edit or delete a comment.
const EditCommentForm = lazyComponent(async () => (await import('./EditCommentForm.tsx')).EditCommentForm)
const DeleteCommentDialog = lazyDialog(async () => (await import('./DeleteCommentDialog.tsx')).DeleteCommentDialog)

/** Actions of the comment menu that open the edit form or the delete dialog. */
export type CommentActions = { onEdit?: () => void; onDelete?: () => void }

/** Parts of a comment that only the page of its post shows. */
export type CommentDetails = {
  href: string
  /** True if the page was opened by a link to this comment. */
  isLinked: boolean
  above: ReactNode
  /** Notes beside the author's name: the pet they care for, and the author of the parent comment. */
  beside: ReactNode
  like: ReactNode
}

type CommentItemProps = {
  comment: Comment
  hrefs: TextHrefs
  /** Called when the user presses Reply. Undefined if the viewer may not reply. */
  onReply?: ((comment: Comment) => void) | undefined
  menu: (actions: CommentActions) => ReactNode
  /** Parts that only the post's page shows. Undefined in the feed. */
  parts?: CommentDetails | undefined
}

export function CommentItem({ comment, hrefs, onReply, menu, parts }: CommentItemProps) {
  const [mode, setMode] = useState<'nothing' | 'editing' | 'deleting'>('nothing')
  const item = useRef<HTMLElement>(null)
  const { author, gone } = comment
  // The post's page renders `CommentTombstone` instead of a deleted comment; the feed renders nothing.
  if (gone || !author) return null
  const stop = () => {
    setMode('nothing')
    // Closing the edit form would lose the focus, so focus the comment.
    if (mode === 'editing') item.current?.focus()
  }
  const label = `${author.username}: ${truncateWithEllipsis(comment.text, 60)}`
  return (
    <article
      ref={item}
      tabIndex={-1}
      className={styles.comment}
      aria-label={label}
      data-brief={parts === undefined || undefined}
      data-pinned={(parts && comment.isPinned) || undefined}
      {...getElementAttributes(comment, parts)}
    >
      <Avatar id={author.id} name={author.fullname} image={author.image} size={32} />
      <div className={styles.words}>
        {mode === 'editing' ? (
          <EditCommentForm comment={comment} onDone={stop} />
        ) : (
          <>
            <CommentText author={author} comment={comment} hrefs={hrefs} parts={parts} />
            <div className={styles.meta}>
              <CommentTime comment={comment} href={parts?.href} />
              {onReply && <Reply comment={comment} onReply={onReply} />}
              {menu(getCommentActions(comment, setMode))}
            </div>
          </>
        )}
      </div>
      {mode !== 'editing' && parts?.like}
      <DeleteCommentDialog comment={comment} open={mode === 'deleting'} onClose={stop} />
    </article>
  )
}

const getCommentActions = (
  { mine, deletableByMe }: Comment,
  setMode: (mode: 'editing' | 'deleting') => void,
): CommentActions => ({
  ...(mine && { onEdit: () => setMode('editing') }),
  ...(deletableByMe && { onDelete: () => setMode('deleting') }),
})

const getElementAttributes = ({ id }: Comment, parts: CommentDetails | undefined) =>
  parts && { id: commentElementId(id), 'data-linked': parts.isLinked || undefined }

type CommentTextProps = Pick<CommentItemProps, 'hrefs' | 'parts'> & {
  author: UserCard
  comment: Pick<Comment, 'text' | 'names'>
}

function CommentText({ author, comment: { text, names }, hrefs, parts }: CommentTextProps) {
  return (
    <>
      {parts?.above}
      <p className={styles.text} dir="auto">
        <Link className={styles.author} dir="auto" to={hrefs.user(author.username)}>
          {author.username}
        </Link>{' '}
        {parts?.beside} <LinkedText text={text} hrefs={hrefs} names={names} />
      </p>
    </>
  )
}

function CommentTime({ comment, href }: { comment: Comment; href: string | undefined }) {
  const t = useTranslate()
  const ago = <RelativeTime iso={comment.createdAt} short />
  return (
    <>
      {href ? (
        <Link className={styles.when} to={href}>
          {ago}
        </Link>
      ) : (
        ago
      )}
      {comment.editedAt && <span>· {t(phrases.comments.editedMark)}</span>}
    </>
  )
}

function Reply({ comment, onReply }: { comment: Comment; onReply: (comment: Comment) => void }) {
  const t = useTranslate()
  const name = comment.author?.username ?? ''
  return (
    <button type="button" aria-label={t(phrases.comments.replyTo, { name })} onClick={() => onReply(comment)}>
      {t(phrases.comments.reply)}
    </button>
  )
}
