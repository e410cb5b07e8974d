import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import arrowDown from '@phosphor-icons/core/bold/arrow-down-bold.svg?path'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { NewItemsPill } from '#ui/lists/NewItemsPill.tsx'
import styles from './NewCommentsPill.module.css'
import { commentElementId, scrollToComment, type UnseenComment, unseenCommentsKey } from './scroll-to-comment.ts'

type NewCommentsPillProps = {
  post: PostId
  /** Called to show a comment that is not in the loaded part of the list. */
  onElsewhere: (id: CommentId) => void
}

/** The "1 new comment" button above the comment field. */
export function NewCommentsPill({ post, onElsewhere }: NewCommentsPillProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const { data: waiting = [] } = useQuery<UnseenComment[]>({ queryKey: unseenCommentsKey(post), queryFn: skipToken })
  useDropSeen(post, waiting)
  const [first] = waiting
  const showNewComments = async () => {
    if (!first) return
    const { showQueuedComment } = await import('./apply-comment-events.ts')
    const results = await Promise.all(
      waiting.map((arrived) => showQueuedComment(queries, post, arrived).catch(() => false)),
    )
    queries.setQueryData(unseenCommentsKey(post), [])
    if (results[0]) scrollToComment(first.id)
    else onElsewhere(first.id)
  }
  return (
    <NewItemsPill
      news={first && t(phrases.comments.newCommentFrom, { name: waiting.at(-1)?.name ?? '' })}
      label={t(phrases.comments.showNewComments, { count: waiting.length })}
      onShow={() => void showNewComments()}
      className={styles.place}
    >
      {t(phrases.comments.newCommentCount, { count: waiting.length })}
      <Icon path={arrowDown} size={16} />
    </NewItemsPill>
  )
}

// Time in view after which a comment is considered seen: enough to notice the button or hear the announcement.
const SEEN_AFTER_MS = 4_000

/** Removes comments that are in view from the "new comments" button. */
function useDropSeen(post: PostId, waiting: readonly UnseenComment[]) {
  const queries = useQueryClient()
  useEffect(() => {
    const timers: ReturnType<typeof setTimeout>[] = []
    const markSeen = (id: string) =>
      queries.setQueryData<UnseenComment[]>(unseenCommentsKey(post), (queued = []) =>
        queued.filter((arrived) => commentElementId(arrived.id) !== id),
      )
    const intersectionObserver = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) timers.push(setTimeout(() => markSeen(target.id), SEEN_AFTER_MS))
    })
    const observeWaiting = () => {
      for (const { id } of waiting) {
        const element = document.getElementById(commentElementId(id))
        if (element) intersectionObserver.observe(element)
      }
    }
    // Watches for added elements, because the virtual list renders only comments near the viewport.
    const mutationObserver = new MutationObserver(observeWaiting)
    if (waiting.length > 0) mutationObserver.observe(document.body, { childList: true, subtree: true })
    observeWaiting()
    return () => {
      mutationObserver.disconnect()
      intersectionObserver.disconnect()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [queries, post, waiting])
}
