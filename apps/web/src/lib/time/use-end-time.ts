import { useLocale } from '#i18n/use-translate.ts'
import { formatEndTime } from './days.ts'
import { useNow } from './use-now.ts'

/** Returns a formatter for ends: the day, with the hour if it is near. */
export function useEndTime(): (iso: string) => string {
  const locale = useLocale()
  const now = useNow()
  return (iso) => formatEndTime(iso, locale, now)
}
