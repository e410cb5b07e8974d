import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import styles from './CommentRow.module.css'
import { REPLIES_PAGE_SIZE, useLoadReplies } from './use-load-replies.ts'

type ThreadTogglesProps = { root: CommentId; post: PostId; count: number; more: number }

/** Button that loads more replies of a thread. If many replies remain, a second button loads all of them. */
export function LoadRepliesButtons({ root, post, count, more }: ThreadTogglesProps) {
  const t = useTranslate()
  const { readMore, readAll, isReading, failed } = useLoadReplies({ id: root, postId: post })
  if (failed)
    return (
      <LoadErrorMessage
        title={t(phrases.comments.loadFailed)}
        query={{ isFetching: isReading, refetch: async () => readMore() }}
      />
    )
  const toggle = { type: 'button', className: styles.toggle, 'aria-disabled': isReading || undefined } as const
  return (
    <div className={styles.toggles}>
      <button {...toggle} onClick={() => !isReading && readMore()}>
        {isReading
          ? t(phrases.comments.loadingLabel)
          : t(phrases.comments.showReplies, { count: Math.min(more, REPLIES_PAGE_SIZE) })}
      </button>
      {more > REPLIES_PAGE_SIZE && (
        <button {...toggle} onClick={() => !isReading && readAll()}>
          {t(phrases.comments.showAllReplies, { count })}
        </button>
      )}
    </div>
  )
}
