import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Field } from '#ui/forms/Field.tsx'

type LastDayFieldProps = {
  /** The sitter's last day as `YYYY-MM-DD`, or empty. */
  value: string
  onChange: (day: string) => void
  error?: string | undefined
}

const YEAR_MS = 365 * DAY_MS
const formatIsoDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Date field for a sitter's last day, between today and one year from today. */
export function LastDayField({ value, onChange, error }: LastDayFieldProps) {
  const t = useTranslate()
  const now = useNow()
  return (
    <Field
      type="date"
      label={t(phrases.people.untilLabel)}
      help={t(phrases.people.untilHelp)}
      min={formatIsoDay(now)}
      max={formatIsoDay(now + YEAR_MS)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error}
    />
  )
}
