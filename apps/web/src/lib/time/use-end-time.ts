import { useLocale } from '#i18n/use-translate.ts'
import { formatEndTime } from './days.ts'
import { useNow } from './use-now.ts'

/** Returns a formatter for the end of a period: the day, with the hour if the end is near. */
export function useEndTime(): (iso: string) => string {
  const locale = useLocale()
  const now = useNow()
  return (iso) => formatEndTime(iso, locale, now)
}
