import type { Comment } from '@pawtrait/contract/comments.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslate } from '#i18n/use-translate.ts'
import { Ago } from '#ui/Ago.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { LinkedText, type TextHrefs } from '#ui/LinkedText.tsx'
import { dialogPart, part } from '#ui/part.tsx'
import styles from './CommentItem.module.css'

// Few comments are changed: what that needs is fetched when one is.
const EditComment = part(async () => (await import('./EditComment.tsx')).EditComment)
const DeleteCommentDialog = dialogPart(async () => (await import('./DeleteCommentDialog.tsx')).DeleteCommentDialog)

type CommentItemProps = {
  comment: Comment
  /** The addresses of users and tags. */
  hrefs: TextHrefs
  /** Left out for visitors. */
  onReply?: ((comment: Comment) => void) | undefined
}

/** One comment: who, what, when, and what the viewer may do with it. */
export function CommentItem({ comment, hrefs, onReply }: CommentItemProps) {
  const t = useTranslate()
  const [doing, setDoing] = useState<'nothing' | 'editing' | 'deleting'>('nothing')
  const item = useRef<HTMLElement>(null)
  const { author } = comment
  if (comment.gone || !author) return <p className={styles.gone}>{t('comments.deleted')}</p>
  const stop = () => {
    setDoing('nothing')
    // The form that had the focus is gone.
    if (doing === 'editing') item.current?.focus()
  }
  const label = `${author.username}: ${comment.text.slice(0, 60)}`
  return (
    <article ref={item} tabIndex={-1} className={styles.comment} aria-label={label}>
      <Avatar id={author.id} name={author.fullname} image={author.image} size={32} />
      <div className={styles.words}>
        {doing === 'editing' ? (
          <EditComment comment={comment} onDone={stop} />
        ) : (
          <>
            <Said author={author} text={comment.text} hrefs={hrefs} />
            <div className={styles.meta}>
              <Ago iso={comment.createdAt} short />
              {comment.editedAt && <span>· {t('comments.edited')}</span>}
              <Choices comment={comment} onReply={onReply} onDo={setDoing} />
            </div>
          </>
        )}
      </div>
      <DeleteCommentDialog comment={comment} open={doing === 'deleting'} onClose={stop} />
    </article>
  )
}

type SaidProps = Pick<CommentItemProps, 'hrefs'> & { author: UserCard; text: string }

function Said({ author, text, hrefs }: SaidProps) {
  return (
    <p className={styles.text} dir="auto">
      <Link className={styles.author} to={hrefs.user(author.username)}>
        {author.username}
      </Link>{' '}
      <LinkedText text={text} hrefs={hrefs} />
    </p>
  )
}

type ChoicesProps = Pick<CommentItemProps, 'comment' | 'onReply'> & { onDo: (what: 'editing' | 'deleting') => void }

function Choices({ comment, onReply, onDo }: ChoicesProps) {
  const t = useTranslate()
  const name = comment.author?.username ?? ''
  return (
    <>
      {onReply && (
        <button type="button" aria-label={t('comments.replyTo', { name })} onClick={() => onReply(comment)}>
          {t('comments.reply')}
        </button>
      )}
      {comment.mine && (
        <button type="button" aria-label={t('comments.editOf', { name })} onClick={() => onDo('editing')}>
          {t('comments.edit')}
        </button>
      )}
      {comment.deletableByMe && (
        <button
          type="button"
          className={styles.danger}
          aria-label={t('comments.deleteOf', { name })}
          onClick={() => onDo('deleting')}
        >
          {t('comments.delete')}
        </button>
      )}
    </>
  )
}
