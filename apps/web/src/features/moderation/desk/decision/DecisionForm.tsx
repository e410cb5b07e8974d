import type { NewDecision } from '@pawtrait/contract/decisions.ts'
import type { ReportKind } from '@pawtrait/contract/moderation-desk.ts'
import { type ReactNode, type Ref, useState } from 'react'
import { NotDone } from '#features/moderation/desk/use-desk-act.tsx'
import { deskActionWords } from '#i18n/en/chosen/desk-actions.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { currentTime } from '#lib/time.ts'
import { Button } from '#ui/Button.tsx'
import { FieldError } from '#ui/FieldFrame.tsx'
import { RadioGroup } from '#ui/RadioGroup.tsx'
import styles from './DecisionForm.module.css'
import { actionsFor, type DecisionDraft, decisionOf, emptyDecision, type Missing } from './decision-draft.ts'
import { HowLong } from './HowLong.tsx'
import { RuleAndNote } from './RuleAndNote.tsx'

type DecisionFormProps = {
  ref?: Ref<HTMLFormElement>
  /** What is decided about: one thing, or several. */
  kinds: readonly ReportKind[]
  /** Whose it is; null: gone, or several. */
  name: string | null
  busy: boolean
  error: Error | null
  /** The word on the button. */
  submit: string
  onDecide: (decision: NewDecision) => void
  /** Beside the button. */
  children?: ReactNode
}

/** What happens, by which rule, and what they are told. What was chosen and typed stays until it is decided. */
export function DecisionForm({ ref, kinds, name, busy, error, submit, onDecide, children }: DecisionFormProps) {
  const t = useTranslate()
  const [draft, setDraft] = useState<DecisionDraft>(emptyDecision)
  const [missing, setMissing] = useState<Missing | null>(null)
  const change = (next: DecisionDraft) => {
    setDraft(next)
    setMissing(null)
  }
  const send = () => {
    const decision = decisionOf(draft, currentTime())
    if (typeof decision === 'string') setMissing(decision)
    else onDecide(decision)
  }
  const part = { draft, missing, onChange: change }
  const isAct = draft.action !== null && draft.action !== 'dismiss'
  return (
    <form
      ref={ref}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) send()
      }}
    >
      <Actions {...part} kinds={kinds} />
      {draft.action === 'suspend' && <HowLong {...part} />}
      {isAct && <RuleAndNote {...part} name={name} />}
      <NotDone title={t(phrases.desk.notDone)} error={error} />
      <div className={styles.buttons}>
        <Button type="submit" busy={busy}>
          {busy ? t(phrases.desk.deciding) : submit}
        </Button>
        {children}
      </div>
    </form>
  )
}

export type PartProps = {
  draft: DecisionDraft
  missing: Missing | null
  onChange: (draft: DecisionDraft) => void
}

function Actions({ draft, missing, onChange, kinds }: PartProps & { kinds: readonly ReportKind[] }) {
  const t = useTranslate()
  const options = actionsFor(kinds).map((value) => {
    const { label, help } = deskActionWords[value]
    const words = (
      <span className={styles.action}>
        {t(label)}
        <small>{t(help)}</small>
      </span>
    )
    return { value, label: words }
  })
  return (
    <div>
      <RadioGroup
        rows
        legend={t(phrases.desk.whatHappens)}
        name="action"
        options={options}
        value={draft.action}
        onChange={(action) => onChange({ ...draft, action })}
      />
      <div role="alert">{missing === 'action' && <FieldError>{t(phrases.desk.needsAction)}</FieldError>}</div>
    </div>
  )
}
