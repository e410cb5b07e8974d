import type { Comment } from '@pawtrait/contract/comments.ts'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { classNames } from '#ui/class-names.ts'
import { PawIcon } from '#ui/PawIcon.tsx'
import styles from './CommentLike.module.css'
import { useLikeComment } from './use-like-comment.ts'

type CommentLikeProps = {
  comment: Comment
  /** What a press does for a visitor instead. */
  onVisitor: (() => void) | undefined
}

/** The paw of a comment, with how many there are below it. */
export function CommentLike({ comment, onVisitor }: CommentLikeProps) {
  const t = useTranslate()
  const { likedByMe, likeCount, author } = comment
  const like = useLikeComment(comment)
  // The toes press only for a like made here.
  const [wasLiked] = useState(likedByMe)
  return (
    <div className={styles.place}>
      <button
        type="button"
        className={classNames(styles.like, likedByMe === wasLiked && styles.still)}
        aria-pressed={likedByMe}
        aria-label={t(phrases.comments.likeOf, { name: author?.username ?? '', count: likeCount })}
        onClick={onVisitor ?? (() => like.set(!likedByMe))}
      >
        <PawIcon pressed={likedByMe} />
        <span className="nums">{likeCount > 0 && t(phrases.comments.number, { count: likeCount })}</span>
      </button>
      {like.error && (
        <span className="vh" role="alert">
          {t(phrases.comments.notLiked)}
        </span>
      )}
    </div>
  )
}
