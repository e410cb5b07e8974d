import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import arrowDown from '@phosphor-icons/core/bold/arrow-down-bold.svg?path'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { NewsPill } from '#ui/lists/NewsPill.tsx'
import styles from './ArrivedPill.module.css'
import { type ArrivedComment, arrivedKey, commentElementId, goToComment } from './arrived.ts'

type ArrivedPillProps = {
  post: PostId
  /** The comment stands on a page of the list that has not been read. */
  onElsewhere: (id: CommentId) => void
}

/** "1 new comment", above the field. */
export function ArrivedPill({ post, onElsewhere }: ArrivedPillProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const { data: waiting = [] } = useQuery<ArrivedComment[]>({ queryKey: arrivedKey(post), queryFn: skipToken })
  useDropSeen(post, waiting)
  const [first] = waiting
  const show = async () => {
    if (!first) return
    const { revealComment } = await import('./arrive-comment.ts')
    const shown = await Promise.all(waiting.map((one) => revealComment(queries, post, one).catch(() => false)))
    queries.setQueryData(arrivedKey(post), [])
    if (shown[0]) goToComment(first.id)
    else onElsewhere(first.id)
  }
  return (
    <NewsPill
      news={first && t(phrases.comments.arrivedFrom, { name: waiting.at(-1)?.name ?? '' })}
      label={t(phrases.comments.showArrived, { count: waiting.length })}
      onShow={() => void show()}
      className={styles.place}
    >
      {t(phrases.comments.arrived, { count: waiting.length })}
      <Icon path={arrowDown} size={16} />
    </NewsPill>
  )
}

// Long enough for the words to be spoken, and for a glance.
const SEEN_AFTER_MS = 4_000

/** What is in view has been seen: nobody need press for it. */
function useDropSeen(post: PostId, waiting: readonly ArrivedComment[]) {
  const queries = useQueryClient()
  useEffect(() => {
    const timers: ReturnType<typeof setTimeout>[] = []
    const seen = (id: string) =>
      queries.setQueryData<ArrivedComment[]>(arrivedKey(post), (kept = []) =>
        kept.filter((one) => commentElementId(one.id) !== id),
      )
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) timers.push(setTimeout(() => seen(target.id), SEEN_AFTER_MS))
    })
    const watch = () => {
      for (const { id } of waiting) {
        const element = document.getElementById(commentElementId(id))
        if (element) observer.observe(element)
      }
    }
    // What is far from the screen is not drawn yet.
    const drawing = new MutationObserver(watch)
    if (waiting.length > 0) drawing.observe(document.body, { childList: true, subtree: true })
    watch()
    return () => {
      drawing.disconnect()
      observer.disconnect()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [queries, post, waiting])
}
