import { useLocale } from '#i18n/use-translate.ts'
import { formatEndTime } from './format-days.ts'
import { useNow, useTimeZone } from './use-now.ts'

/** Returns a function that formats the end of a period: the day, and also the time if the end is near. */
export function useFormatEndTime(): (iso: string) => string {
  const locale = useLocale()
  const now = useNow()
  const timeZone = useTimeZone()
  return (iso) => formatEndTime(iso, locale, now, timeZone)
}
