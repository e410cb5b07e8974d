import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { LoadErrorMessage } from './LoadErrorMessage.tsx'
import styles from './QueryContent.module.css'
import { LabelledSkeleton, Skeleton } from './Skeleton.tsx'

type QueryContentProps<Data> = {
  /** Result of `useQuery` or `useInfiniteQuery`. */
  query: { data: Data | undefined; errorUpdateCount: number; isFetching: boolean; refetch: () => Promise<unknown> }
  /** Sentence that says what could not be loaded. */
  failed: string
  /** Renders the data. The data remains on screen during a refetch, even if the refetch fails. */
  children: (data: Data) => ReactNode
}

/** Content of a query once loaded; a skeleton before that, or an error with a retry button. */
export function QueryContent<Data>({ query, failed, children }: QueryContentProps<Data>) {
  const t = useTranslate()
  if (query.data !== undefined) return children(query.data)
  if (hasQueryFailed(query)) return <LoadErrorMessage title={failed} query={query} />
  return (
    <LabelledSkeleton label={t(phrases.ui.loadingLabel)}>
      <Skeleton shape="block" className={styles.outline} />
    </LabelledSkeleton>
  )
}
