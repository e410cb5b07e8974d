import { type Comment, likeComment, unlikeComment } from '@pawtrait/contract/comments.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyLike, type LikeState, pickLikeState } from '#features/posts/like-state.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { callOrQueue } from '#lib/outbox/queue-call.ts'
import { useOptimisticToggle } from '#lib/use-optimistic-toggle.ts'
import { classNames } from '#ui/class-names.ts'
import { PawIcon } from '#ui/PawIcon.tsx'
import styles from './CommentLike.module.css'
import { commentKey } from './comment-keys.ts'
import { changeCachedComment } from './comment-lists.ts'

type CommentLikeProps = {
  comment: Comment
  /** Called when a visitor, who cannot like, presses the button. Undefined for signed-in users. */
  onVisitor: (() => void) | undefined
}

/** Paw button of a comment, with the number of likes below. */
export function CommentLike({ comment, onVisitor }: CommentLikeProps) {
  const t = useTranslate()
  const { likedByMe, likeCount, author } = comment
  const like = useLikeComment(comment)
  // Animates only a later change, not the initial state.
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
        <span className="nums">{likeCount > 0 && t(phrases.comments.formattedCount, { count: likeCount })}</span>
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
    write: ({ likedByMe, likeCount }) => changeCachedComment(queries, id, () => ({ likedByMe, likeCount })),
    optimistic: applyLike,
    send: (liked, before) =>
      callOrQueue(
        liked ? likeComment : unlikeComment,
        { params: { id } },
        {
          ...{ kind: 'like-comment', thing: `comment:${id}`, words: '', isState: true },
          before: before && pickLikeState(before),
        },
      ),
  })
}
