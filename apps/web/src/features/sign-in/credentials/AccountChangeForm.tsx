import { type ReactNode, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { useFocusFirstInvalid } from '#ui/forms/use-focus-first-invalid.ts'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './SudoForm.module.css'
import { SaveCancelButtons, SudoForm } from './SudoForm.tsx'
import { useChangeWithSudo } from './use-change-with-sudo.ts'

type FieldProps = { value: string; error: string | undefined; onChange: (typed: string) => void }

type ChangeFormProps<Answer> = {
  lead: string
  /** Field name in the server's validation errors. */
  name: string
  initial?: string
  send: (typed: string) => Promise<Answer>
  onDone: (answer: Answer) => void
  onCancel: () => void
  /** Label of the button; "Save" by default. */
  save?: string
  /** Title of the error box, which says what could not be changed. */
  failed: string
  /** Renders the input field of the form. */
  children: (props: FieldProps) => ReactNode
}

/** Form that changes one field of an account, after re-authentication if required. A failure keeps the typed text. */
export function AccountChangeForm<Answer>(props: ChangeFormProps<Answer>) {
  const { lead, name, children, initial = '', send, onDone, onCancel, failed, save } = props
  const t = useTranslate()
  const [typed, setTyped] = useState(initial)
  const { change, again, error, methods, isPending } = useChangeWithSudo(send, onDone)
  const wrong = error instanceof CallError ? error.field(name) : undefined
  const form = useRef<HTMLDivElement>(null)
  useFocusFirstInvalid(form, error)
  if (methods) return <SudoForm methods={methods} onProven={again} onCancel={onCancel} />
  return (
    <ServerValidatedForm busy={isPending} onSend={() => change(typed)} className={styles.form}>
      <p>{lead}</p>
      <div ref={form}>{children({ value: typed, error: wrong, onChange: setTyped })}</div>
      <CallErrorMessage title={failed} error={wrong ? null : error} />
      <SaveCancelButtons save={save ?? t(phrases.credentials.save)} busy={isPending} onCancel={onCancel} />
    </ServerValidatedForm>
  )
}
