import { type Comment, likeComment, unlikeComment } from '@pawtrait/contract/comments.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyLike, type LikeState } from '#features/posts/like-state.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { useOptimisticToggle } from '#lib/use-optimistic-toggle.ts'
import { classNames } from '#ui/class-names.ts'
import { PawIcon } from '#ui/PawIcon.tsx'
import styles from './CommentLike.module.css'
import { commentKey } from './comment-keys.ts'
import { changeComment } from './comment-lists.ts'

type CommentLikeProps = {
  comment: Comment
  /** Called when a visitor presses the button, because visitors cannot like. Undefined for signed-in users. */
  onVisitor: (() => void) | undefined
}

/** Paw button of a comment, with the number of likes below. */
export function CommentLike({ comment, onVisitor }: CommentLikeProps) {
  const t = useTranslate()
  const { likedByMe, likeCount, author } = comment
  const like = useLikeComment(comment)
  // The initial state is not animated. Only a later change is.
  const [wasLiked] = useState(likedByMe)
  return (
    <div className={styles.place}>
      <button
        type="button"
        className={classNames(styles.like, likedByMe === wasLiked && styles.still)}
        aria-pressed={likedByMe}
        aria-label={t(phrases.comments.likeButtonLabel, { name: author?.username ?? '', count: likeCount })}
        onClick={onVisitor ?? (() => like.set(!likedByMe))}
      >
        <PawIcon pressed={likedByMe} />
        <span className="nums">{likeCount > 0 && t(phrases.comments.plainCount, { count: likeCount })}</span>
      </button>
      {like.error && (
        <span className="vh" role="alert">
          {t(phrases.comments.likeFailed)}
        </span>
      )}
    </div>
  )
}

function useLikeComment({ id }: Pick<Comment, 'id'>) {
  const queries = useQueryClient()
  return useOptimisticToggle<LikeState>({
    key: ['like-comment', id],
    read: () => queries.getQueryData<Comment | null>(commentKey(id)) ?? undefined,
    write: ({ likedByMe, likeCount }) => changeComment(queries, id, () => ({ likedByMe, likeCount })),
    optimistic: applyLike,
    send: (liked) => call(liked ? likeComment : unlikeComment, { params: { id } }),
  })
}
