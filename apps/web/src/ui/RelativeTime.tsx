import { shortTimeUnits } from '#i18n/en/by-value/app/short-time-units.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatExactTime, formatRelativeTime, timeSince } from '#lib/time/time.ts'
import { useHasHydrated, useNow } from '#lib/time/use-now.ts'

type RelativeTimeProps = {
  /** Time as ISO 8601. */
  iso: string
  /** Short form: "1 h" instead of "1 hour ago". */
  short?: boolean
}

/** Relative time. The exact time in the reader's time zone is shown as a tooltip. */
export function RelativeTime({ iso, short = false }: RelativeTimeProps) {
  const t = useTranslate()
  const locale = useLocale()
  const now = useNow()
  const elapsed = timeSince(iso, now)
  const isBrowser = useHasHydrated()
  return (
    <time dateTime={iso} title={isBrowser ? formatExactTime(iso, locale) : undefined} suppressHydrationWarning>
      {!elapsed
        ? t(phrases.ui.justNow)
        : short
          ? t(shortTimeUnits[elapsed.unit], { count: elapsed.count })
          : formatRelativeTime(elapsed, locale)}
    </time>
  )
}
