import { reportReasons } from '@pawtrait/contract/moderation/moderation.ts'
import { countGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import { reportReasonLabels } from '#i18n/en/by-value/moderation/report-reason-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { FieldError } from '#ui/forms/FieldFrame.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import type { ReportDraft } from './use-report.ts'

const MAX_NOTE_LENGTH = 500 // maximum length of the note, same as in packages/contract/src/moderation/moderation.ts

type ReportFieldsProps = {
  draft: ReportDraft
  onChange: (draft: ReportDraft) => void
  /** True if the user pressed Send without a reason. The fields then show an error. */
  needsReason: boolean
}

export function ReportFields({ draft, onChange, needsReason }: ReportFieldsProps) {
  const t = useTranslate()
  const options = reportReasons.map((value) => ({ value, label: t(reportReasonLabels[value]) }))
  const used = countGraphemes(draft.note)
  const label = t(phrases.moderation.noteCharactersLeft, { count: Math.max(0, MAX_NOTE_LENGTH - used) })
  return (
    <>
      <div>
        <RadioGroup
          rows
          legend={t(phrases.moderation.reasonLegend)}
          name="report-reason"
          options={options}
          value={draft.reason}
          onChange={(reason) => onChange({ ...draft, reason })}
        />
        <div role="alert">
          {needsReason && !draft.reason && <FieldError>{t(phrases.moderation.reasonMissing)}</FieldError>}
        </div>
      </div>
      <TextArea
        label={t(phrases.moderation.noteLabel)}
        name="note"
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        counter={{ used, max: MAX_NOTE_LENGTH, label, always: used > 0 }}
        value={draft.note}
        onChange={({ target }) => onChange({ ...draft, note: target.value })}
      />
    </>
  )
}
