import type { MouseEvent, ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusWhatComes } from '#lib/focus/focus-what-comes.ts'
import { useOnline } from '#lib/server/use-online.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from './ErrorBox.tsx'

type LoadFailedProps = {
  /** What could not be loaded, one sentence. */
  title: string
  /** What to do. */
  children?: ReactNode
  /** What `useQuery` or `useInfiniteQuery` says of it, or whoever else can fetch it again. */
  query: { isFetching: boolean; refetch: () => Promise<unknown> }
}

/**
 * Something could not be loaded; it is tried again on request, and when the network or the reader is back. Whoever
 * presses is taken to what comes.
 */
export function LoadFailed({ title, children, query }: LoadFailedProps) {
  const t = useTranslate()
  const retry = () => void (query.isFetching || query.refetch())
  const isOnline = useOnline(retry)
  const press = ({ currentTarget }: MouseEvent) => {
    focusWhatComes(currentTarget)
    retry()
  }
  const again = (
    <Button kind="ghost" small busy={query.isFetching} onClick={press}>
      {t(phrases.ui.tryAgain)}
    </Button>
  )
  return (
    <ErrorBox title={title} action={again}>
      {isOnline ? children : t(phrases.ui.offline)}
    </ErrorBox>
  )
}
