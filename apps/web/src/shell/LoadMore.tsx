import { useEffect, useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import styles from './LoadMore.module.css'

/** Pagination state of a list, as `LoadMore` needs it. */
export type PaginationState = { hasMore: boolean; isLoading: boolean; hasFailed: boolean; loadMore: () => void }

type LoadMoreProps = PaginationState & { words?: typeof postTexts }

/** Maps the result of `useInfiniteQuery` to the props of `LoadMore`. */
export const toPaginationState = (list: {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}): PaginationState => ({
  hasMore: list.hasNextPage,
  isLoading: list.isFetchingNextPage,
  hasFailed: list.isFetchNextPageError,
  loadMore: () => void list.fetchNextPage(),
})

const postTexts = {
  more: phrases.posts.loadMore,
  loading: phrases.posts.loadingMore,
  failed: phrases.posts.loadMoreFailed,
}

// Distance at which the next page loads, about two posts high, so that it arrives before the reader reaches the end.
const LOAD_AHEAD = '1200px'

/**
 * Infinite scroll: loads the next page near the end of the list, and retries a failed load once the browser is online.
 * If automatic loading fails, a button loads the next page.
 */
export function LoadMore({ hasMore, isLoading, hasFailed, loadMore, words = postTexts }: LoadMoreProps) {
  const t = useTranslate()
  const sentinel = useRef<HTMLDivElement>(null)
  const canLoad = hasMore && !isLoading && !hasFailed
  useEffect(() => {
    if (!canLoad || !sentinel.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && loadMore(),
      {
        rootMargin: `0px 0px ${LOAD_AHEAD} 0px`,
        // `rootMargin` has no effect inside scroll containers; `scrollMargin` does.
        scrollMargin: `0px 0px ${LOAD_AHEAD} 0px`,
      },
    )
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [canLoad, loadMore])
  if (!hasMore) return null
  return (
    <div ref={sentinel} className={styles.end}>
      {hasFailed ? (
        <LoadErrorMessage title={t(words.failed)} query={{ isFetching: isLoading, refetch: async () => loadMore() }} />
      ) : (
        <Button kind="quiet" busy={isLoading} onClick={loadMore}>
          {t(isLoading ? words.loading : words.more)}
        </Button>
      )}
    </div>
  )
}
