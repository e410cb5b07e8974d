import { useLocale } from '#i18n/use-translate.ts'
import { formatEndTime } from './format-days.ts'
import { useNow, useTimeZone } from './use-now.ts'

/** Returns `formatEndTime` for the reader's locale, current time and time zone. */
export function useFormatEndTime(): (iso: string) => string {
  const locale = useLocale()
  const now = useNow()
  const timeZone = useTimeZone()
  return (iso) => formatEndTime(iso, locale, now, timeZone)
}
