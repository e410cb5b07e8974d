import type { Comment } from '@pawtrait/contract/comments.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import pushPin from '@phosphor-icons/core/fill/push-pin-fill.svg?path'
import minus from '@phosphor-icons/core/regular/minus.svg?path'
import { type ReactNode, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkedText, type TextHrefs } from '#ui/LinkedText.tsx'
import { lazyDialog, lazyPart } from '#ui/lazy-part.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { commentElementId } from './arrived.ts'
import styles from './CommentItem.module.css'

// Few comments are changed: what that needs is fetched when one is.
const EditComment = lazyPart(async () => (await import('./EditComment.tsx')).EditComment)
const DeleteCommentDialog = lazyDialog(async () => (await import('./DeleteCommentDialog.tsx')).DeleteCommentDialog)

/** What one may do with a comment here; on a phone its menu has it. */
export type CommentActs = { onEdit?: () => void; onDelete?: () => void }

/** What a comment has on the page of its post alone. */
export type CommentParts = {
  /** The address of the comment itself. */
  href: string
  /** A link led to it. */
  isLinked: boolean
  /** Who pinned it. */
  pinnedBy: string | null
  /** What its author is to the pets in the post. */
  badge: string | null
  /** Whom it answers, where that cannot be seen from its place. */
  answers: string | null
  like: ReactNode
  menu: (acts: CommentActs) => ReactNode
}

type CommentItemProps = {
  comment: Comment
  /** The addresses of users and tags. */
  hrefs: TextHrefs
  /** Left out for visitors, and where the viewer may not comment. */
  onReply?: ((comment: Comment) => void) | undefined
  parts?: CommentParts | undefined
}

const goneWords = {
  'by-author': phrases.comments.goneByAuthor,
  'by-post-author': phrases.comments.goneByPostAuthor,
  unseen: phrases.comments.unseen,
} as const

/** One comment: who, what, when, and what the viewer may do with it. */
export function CommentItem({ comment, hrefs, onReply, parts }: CommentItemProps) {
  const [doing, setDoing] = useState<'nothing' | 'editing' | 'deleting'>('nothing')
  const item = useRef<HTMLElement>(null)
  const { author, gone } = comment
  if (gone || !author) return <Gone comment={comment} parts={parts} />
  const stop = () => {
    setDoing('nothing')
    // The form that had the focus is gone.
    if (doing === 'editing') item.current?.focus()
  }
  const acts = actsOn(comment, setDoing)
  const label = `${author.username}: ${comment.text.slice(0, 60)}`
  return (
    <article
      ref={item}
      tabIndex={-1}
      className={styles.comment}
      aria-label={label}
      data-pinned={comment.isPinned || undefined}
      {...placeOf(comment, parts)}
    >
      <Avatar id={author.id} name={author.fullname} image={author.image} size={32} />
      <div className={styles.words}>
        {doing === 'editing' ? (
          <EditComment comment={comment} onDone={stop} />
        ) : (
          <>
            <Said author={author} text={comment.text} hrefs={hrefs} parts={parts} />
            <div className={styles.meta} data-menu={parts !== undefined || undefined}>
              <When comment={comment} href={parts?.href} />
              <Choices comment={comment} onReply={onReply} acts={acts} />
              {parts?.menu(acts)}
            </div>
          </>
        )}
      </div>
      {doing !== 'editing' && parts?.like}
      <DeleteCommentDialog comment={comment} open={doing === 'deleting'} onClose={stop} />
    </article>
  )
}

const actsOn = ({ mine, deletableByMe }: Comment, set: (doing: 'editing' | 'deleting') => void): CommentActs => ({
  ...(mine && { onEdit: () => set('editing') }),
  ...(deletableByMe && { onDelete: () => set('deleting') }),
})

const placeOf = ({ id }: Comment, parts: CommentParts | undefined) =>
  parts && { id: commentElementId(id), 'data-linked': parts.isLinked || undefined }

/** The place of a comment that is gone but was answered. */
function Gone({ comment, parts }: Pick<CommentItemProps, 'comment' | 'parts'>) {
  const t = useTranslate()
  return (
    <p className={styles.gone} tabIndex={-1} {...placeOf(comment, parts)}>
      <Icon path={minus} size={16} />
      {t(goneWords[comment.gone ?? 'by-author'])}
    </p>
  )
}

type SaidProps = Pick<CommentItemProps, 'hrefs' | 'parts'> & { author: UserCard; text: string }

function Said({ author, text, hrefs, parts }: SaidProps) {
  const t = useTranslate()
  const { pinnedBy, badge, answers } = parts ?? {}
  return (
    <>
      {pinnedBy && (
        <p className={styles.pinned}>
          <Icon path={pushPin} size={16} />
          {t(phrases.comments.pinnedBy, { name: pinnedBy })}
        </p>
      )}
      <p className={styles.text} dir="auto">
        <Link className={styles.author} to={hrefs.user(author.username)}>
          {author.username}
        </Link>{' '}
        {badge && <span className={styles.badge}>{t(phrases.comments.personOf, { name: badge })}</span>}{' '}
        {answers && <span className={styles.answers}>{t(phrases.comments.answers, { name: answers })}</span>}{' '}
        <LinkedText text={text} hrefs={hrefs} />
      </p>
    </>
  )
}

function When({ comment, href }: { comment: Comment; href: string | undefined }) {
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
      {comment.editedAt && <span>· {t(phrases.comments.edited)}</span>}
    </>
  )
}

type ChoicesProps = Pick<CommentItemProps, 'comment' | 'onReply'> & { acts: CommentActs }

function Choices({ comment, onReply, acts }: ChoicesProps) {
  const t = useTranslate()
  const name = comment.author?.username ?? ''
  return (
    <>
      {onReply && (
        <button type="button" aria-label={t(phrases.comments.replyTo, { name })} onClick={() => onReply(comment)}>
          {t(phrases.comments.reply)}
        </button>
      )}
      {acts.onEdit && (
        <button
          type="button"
          className={styles.own}
          aria-label={t(phrases.comments.editOf, { name })}
          onClick={acts.onEdit}
        >
          {t(phrases.comments.edit)}
        </button>
      )}
      {acts.onDelete && (
        <button
          type="button"
          className={classNames(styles.own, styles.danger)}
          aria-label={t(phrases.comments.deleteOf, { name })}
          onClick={acts.onDelete}
        >
          {t(phrases.comments.remove)}
        </button>
      )}
    </>
  )
}
