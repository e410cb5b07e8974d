import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useIsOnline } from '#lib/server/use-online.ts'
import { useFormatEndTime } from '#lib/time/use-format-end-time.ts'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'

type StaleQueueWarningProps = {
  query: {
    data: unknown
    dataUpdatedAt: number
    isRefetchError: boolean
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
}

/** Warning with the age of the list. Shown offline or after a failed refetch, when reports may be decided already. */
export function StaleQueueWarning({ query }: StaleQueueWarningProps) {
  const t = useTranslate()
  const formatEnd = useFormatEndTime()
  const isOnline = useIsOnline()
  if (query.data === undefined || (isOnline && !query.isRefetchError)) return null
  const time = formatEnd(new Date(query.dataUpdatedAt).toISOString())
  return (
    <LoadErrorMessage title={t(phrases.desk.staleListTitle, { time })} query={query}>
      {t(phrases.desk.staleListText)}
    </LoadErrorMessage>
  )
}
