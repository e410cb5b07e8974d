import { type HouseRule, houseRules } from '@pawtrait/contract/moderation/rules.ts'
import { countGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import { ruleLabels } from '#i18n/en/by-value/moderation/rule-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Select } from '#ui/forms/Select.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import type { DecisionFieldProps } from './DecisionForm.tsx'
import { withRule } from './decision-draft.ts'

const MAX_NOTE_LENGTH = 1000 // maximum length of the note, same as in packages/contract/src/moderation/decisions.ts

/** Fields for the violated rule and the note to the user. The text of the rule prefills the note. */
export function RuleAndNoteFields({ draft, missing, onChange, name }: DecisionFieldProps & { name: string | null }) {
  const t = useTranslate()
  const used = countGraphemes(draft.note)
  const remaining = t(phrases.desk.noteCharactersLeft, { count: Math.max(0, MAX_NOTE_LENGTH - used) })
  const options = [
    { value: '', label: t(phrases.desk.chooseRule) },
    ...houseRules.map((value) => ({ value, label: t(ruleLabels[value]) })),
  ]
  return (
    <>
      <Select
        label={t(phrases.desk.ruleLabel)}
        name="rule"
        options={options}
        value={draft.rule ?? ''}
        error={missing === 'rule' ? t(phrases.desk.ruleMissing) : null}
        onChange={({ target }) => onChange(withRule(draft, (target.value || null) as HouseRule | null))}
      />
      <TextArea
        label={name ? t(phrases.desk.noteLabel, { name }) : t(phrases.desk.noteLabelUnnamed)}
        help={t(phrases.desk.noteHelp)}
        name="note"
        rows={3}
        counter={{ used, max: MAX_NOTE_LENGTH, label: remaining }}
        value={draft.note}
        onChange={({ target }) => onChange({ ...draft, note: target.value })}
      />
    </>
  )
}
