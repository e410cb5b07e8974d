import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './Loaded.module.css'
import { LoadFailed } from './LoadFailed.tsx'
import { Loading, Skeleton } from './Skeleton.tsx'

type LoadedProps<Data> = {
  /** What `useQuery` or `useInfiniteQuery` says. */
  query: { data: Data | undefined; isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> }
  /** That it could not be loaded, one sentence. */
  failed: string
  /** Draws what was loaded; it stays while it is read again, whatever comes of that. */
  children: (data: Data) => ReactNode
}

/** What was asked for, once it is there; until then its outline, or that it failed with a way to try again. */
export function Loaded<Data>({ query, failed, children }: LoadedProps<Data>) {
  const t = useTranslate()
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <LoadFailed title={failed} query={query} />
  return (
    <Loading label={t(phrases.ui.loading)}>
      <Skeleton shape="block" className={styles.outline} />
    </Loading>
  )
}
