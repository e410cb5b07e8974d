import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { MAX_SUSPENSION_DAYS } from '@pawtrait/contract/moderation/decisions.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { currentTimeMs } from '#lib/time/time.ts'
import { Field } from '#ui/forms/Field.tsx'
import { FieldError } from '#ui/forms/FieldFrame.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import styles from './DecisionForm.module.css'
import type { DecisionFieldProps } from './DecisionForm.tsx'
import { suspensionDays } from './decision-draft.ts'

const formatIsoDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Fields for the duration of a suspension: a number of days, or a last day within a year. */
export function SuspensionDurationFields({ draft, missing, onChange }: DecisionFieldProps) {
  const t = useTranslate()
  const options = [
    ...suspensionDays.map((value) => ({ value, label: t(phrases.desk.dayCount, { count: Number(value) }) })),
    { value: 'date' as const, label: t(phrases.desk.untilDateOption) },
  ]
  const needed = missing === 'until' ? t(phrases.desk.decisionEndMissing) : null
  return (
    <div className={styles.howLong}>
      <RadioGroup
        legend={t(phrases.desk.durationLegend)}
        showLegend
        name="lasts"
        options={options}
        value={draft.lasts}
        onChange={(lasts) => onChange({ ...draft, lasts })}
      />
      {draft.lasts === 'date' ? (
        <Field
          type="date"
          label={t(phrases.desk.lastDayLabel)}
          name="date"
          min={formatIsoDay(currentTimeMs())}
          max={formatIsoDay(currentTimeMs() + MAX_SUSPENSION_DAYS * DAY_MS)}
          value={draft.date}
          error={needed}
          onChange={({ target }) => onChange({ ...draft, date: target.value })}
        />
      ) : (
        <div role="alert">{needed && <FieldError>{needed}</FieldError>}</div>
      )}
    </div>
  )
}
