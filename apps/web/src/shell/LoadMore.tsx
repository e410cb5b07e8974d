import { useEffect, useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { LoadFailed } from '#ui/states/LoadFailed.tsx'
import styles from './LoadMore.module.css'

/** The next page of a list. */
export type More = { hasMore: boolean; isLoading: boolean; hasFailed: boolean; loadMore: () => void }

type LoadMoreProps = More & { words?: typeof postWords }

/** What `useInfiniteQuery` says, as `LoadMore` takes it. */
export const moreOf = (list: {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}): More => ({
  hasMore: list.hasNextPage,
  isLoading: list.isFetchingNextPage,
  hasFailed: list.isFetchNextPageError,
  loadMore: () => void list.fetchNextPage(),
})

const postWords = {
  more: phrases.posts.loadMore,
  loading: phrases.posts.loadingMore,
  failed: phrases.posts.moreFailed,
}

// About two posts ahead, so that scrolling does not meet the end.
const AHEAD = '1200px'

/**
 * Infinite scroll: the end of a list that goes on, fetched as one comes near or is back online, by a button where
 * neither happens.
 */
export function LoadMore({ hasMore, isLoading, hasFailed, loadMore, words = postWords }: LoadMoreProps) {
  const t = useTranslate()
  const end = useRef<HTMLDivElement>(null)
  const waits = hasMore && !isLoading && !hasFailed
  useEffect(() => {
    if (!waits || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && loadMore(),
      {
        rootMargin: `0px 0px ${AHEAD} 0px`,
        // Where a part of the page scrolls, too.
        scrollMargin: `0px 0px ${AHEAD} 0px`,
      },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [waits, loadMore])
  if (!hasMore) return null
  return (
    <div ref={end} className={styles.end}>
      {hasFailed ? (
        <LoadFailed title={t(words.failed)} query={{ isFetching: isLoading, refetch: async () => loadMore() }} />
      ) : (
        <Button kind="quiet" busy={isLoading} onClick={loadMore}>
          {t(isLoading ? words.loading : words.more)}
        </Button>
      )}
    </div>
  )
}
