import { useLocale } from '#i18n/use-translate.ts'
import { endTime } from './days.ts'
import { useNow } from './use-now.ts'

/** Writes when something ends or ended: the day, with the hour where it is near. */
export function useEndTime(): (iso: string) => string {
  const locale = useLocale()
  const now = useNow()
  return (iso) => endTime(iso, locale, now)
}
