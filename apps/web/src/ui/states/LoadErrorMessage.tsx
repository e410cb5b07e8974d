import type { MouseEvent, ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusLoadedContent } from '#lib/focus/focus-loaded-content.ts'
import { useOnlineRetry } from '#lib/server/use-online.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from './ErrorBox.tsx'

type LoadFailedProps = {
  /** Sentence that says what could not be loaded. */
  title: string
  /** Text that says what the user can do next. */
  children?: ReactNode
  /** Result of `useQuery` or `useInfiniteQuery`, or an object with the same `refetch`. */
  query: { isFetching: boolean; refetch: () => Promise<unknown> }
}

/**
 * Error message of a query, with a retry button. Also retries when the network is back or the user returns. After a
 * click, moves the focus to the loaded content.
 */
export function LoadErrorMessage({ title, children, query }: LoadFailedProps) {
  const t = useTranslate()
  const retry = () => void (query.isFetching || query.refetch())
  const isOnline = useOnlineRetry(retry)
  const press = ({ currentTarget }: MouseEvent) => {
    focusLoadedContent(currentTarget)
    retry()
  }
  const retryButton = (
    <Button kind="ghost" small busy={query.isFetching} onClick={press}>
      {t(phrases.ui.tryAgain)}
    </Button>
  )
  return (
    <ErrorBox title={title} action={retryButton}>
      {isOnline ? children : t(phrases.ui.offlineText)}
    </ErrorBox>
  )
}
