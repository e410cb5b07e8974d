import { type ModeratorAction, moderatorActions, type NewDecision } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportReason } from '@pawtrait/contract/moderation/moderation.ts'
import type { ReportedItemKind } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ActionErrorBox } from '#features/moderation/desk/use-desk-mutation.tsx'
import { deskActionLabels } from '#i18n/en/by-value/moderation/desk-action-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { currentTimeMs } from '#lib/time/time.ts'
import { areShortcutsOn } from '#shell/shortcuts/shortcut-setting.ts'
import { shouldIgnoreShortcut } from '#shell/shortcuts/should-ignore-shortcut.ts'
import { Button } from '#ui/Button.tsx'
import { FieldError } from '#ui/forms/FieldFrame.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import styles from './DecisionForm.module.css'
import {
  buildDecision,
  type DecisionDraft,
  emptyDecisionDraft,
  getAvailableActions,
  type MissingField,
  needsRule,
  withAction,
} from './decision-draft.ts'
import { RuleAndNoteFields } from './RuleAndNoteFields.tsx'
import { SuspensionDurationFields } from './SuspensionDurationFields.tsx'

/** Returns the digit key of an action. An action has the same digit for every kind of report. */
const getDigit = (action: ModeratorAction): number => moderatorActions.indexOf(action) + 1

const isSending = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey)

type DecisionFormProps = {
  ref?: RefObject<HTMLFormElement | null>
  /** Kinds of the reports that the form decides. */
  kinds: readonly ReportedItemKind[]
  /** Reason of the reports; null when their reasons differ. */
  reason: ReportReason | null
  /** Username of the owner; null when the account is deleted or the reports have several owners. */
  name: string | null
  busy: boolean
  error: Error | null
  submit: string
  onDecide: (decision: NewDecision) => void
  children?: ReactNode
}

/** Form for a decision: action, rule, and note to the user. It keeps its input when sending fails. */
export function DecisionForm({ ref, kinds, reason, name, busy, error, submit, onDecide, children }: DecisionFormProps) {
  const t = useTranslate()
  const [draft, setDraft] = useState<DecisionDraft>(emptyDecisionDraft)
  const [missing, setMissing] = useState<MissingField | null>(null)
  const formRef = useRef<HTMLFormElement>(null)
  const form = ref ?? formRef
  useFormKeys(form)
  const change = (next: DecisionDraft) => {
    setDraft(next)
    setMissing(null)
  }
  const send = () => {
    const decision = buildDecision(draft, currentTimeMs())
    if (typeof decision === 'string') setMissing(decision)
    else onDecide(decision)
  }
  const fieldProps = { draft, missing, onChange: change }
  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) send()
      }}
    >
      <Actions {...fieldProps} kinds={kinds} reason={reason} />
      {draft.action === 'suspend' && <SuspensionDurationFields {...fieldProps} />}
      {needsRule(draft) && <RuleAndNoteFields {...fieldProps} name={name} />}
      <ActionErrorBox title={t(phrases.desk.actionFailed)} error={error} />
      <div className={styles.buttons}>
        <Button type="submit" busy={busy}>
          {busy ? t(phrases.desk.decidingLabel) : submit}
        </Button>
        {children}
      </div>
    </form>
  )
}

export type DecisionFieldProps = {
  draft: DecisionDraft
  missing: MissingField | null
  onChange: (draft: DecisionDraft) => void
}

function Actions({
  draft,
  missing,
  onChange,
  kinds,
  reason,
}: DecisionFieldProps & Pick<DecisionFormProps, 'kinds' | 'reason'>) {
  const t = useTranslate()
  const options = getAvailableActions(kinds).map((value) => {
    const { label: name, help } = deskActionLabels[value]
    const actionLabel = (
      <span className={styles.action}>
        {t(name)}
        <small>{t(help)}</small>
      </span>
    )
    const label = (
      <>
        {actionLabel}
        <kbd className={styles.digit} aria-hidden="true">
          {getDigit(value)}
        </kbd>
      </>
    )
    return { value, label }
  })
  return (
    <div>
      <RadioGroup
        rows
        legend={t(phrases.desk.actionLegend)}
        name="action"
        options={options}
        value={draft.action}
        onChange={(action) => onChange(withAction(draft, action, reason))}
      />
      <div role="alert">{missing === 'action' && <FieldError>{t(phrases.desk.actionMissing)}</FieldError>}</div>
    </div>
  )
}

/**
 * Shortcuts of the form. A digit selects an action wherever the focus is. Ctrl+Enter (Cmd+Enter on a Mac) submits the
 * form; Enter alone inserts a line break in the note.
 */
function useFormKeys(form: RefObject<HTMLFormElement | null>) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isSending(event) && event.target instanceof Node && form.current?.contains(event.target)) {
      event.preventDefault()
      return form.current.requestSubmit()
    }
    const action = moderatorActions[Number(event.key) - 1]
    const radio = form.current?.querySelector<HTMLInputElement>(`input[name="action"][value="${action}"]`)
    if (!action || !radio || !form.current || shouldIgnoreShortcut(event, form.current) || !areShortcutsOn()) return
    event.preventDefault()
    radio.click()
    radio.focus()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
