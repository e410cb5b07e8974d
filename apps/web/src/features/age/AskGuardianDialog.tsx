import { askGuardian } from '@pawtrait/contract/age.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import formStyles from '#features/sign-in/credentials/SudoForm.module.css'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError, call } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { useFocusFirstInvalid } from '#ui/forms/use-focus-first-invalid.ts'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'

type AskGuardianDialogProps = { onClose: () => void; onSent: () => void }

/** Dialog that asks for the email of a guardian and sends the request. */
export function AskGuardianDialog({ onClose, onSent }: AskGuardianDialogProps) {
  const t = useTranslate()
  const form = useRef<HTMLDivElement>(null)
  const [email, setEmail] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationKey: ['ask-guardian'],
    mutationFn: () => call(askGuardian, { body: { email } }),
    onSuccess: () => {
      onSent()
      onClose()
    },
  })
  const wrong = error instanceof CallError ? error.field('email') : undefined
  useFocusFirstInvalid(form, error)
  return (
    <Dialog open onClose={onClose} title={t(phrases.age.askGuardianTitle)}>
      <ServerValidatedForm busy={isPending} onSend={() => mutate()} className={formStyles.form}>
        <p className="muted">{t(phrases.age.askGuardianText)}</p>
        <div ref={form}>
          <EmailField value={email} error={wrong} onChange={setEmail} />
        </div>
        <SendError error={wrong ? null : error} />
        <div className={formStyles.actions}>
          <Button type="submit" busy={isPending}>
            {t(phrases.age.send)}
          </Button>
          <Button kind="ghost" onClick={onClose}>
            {t(phrases.age.notNow)}
          </Button>
        </div>
      </ServerValidatedForm>
    </Dialog>
  )
}

type EmailFieldProps = { value: string; error: string | undefined; onChange: (typed: string) => void }

function EmailField({ value, error, onChange }: EmailFieldProps) {
  const t = useTranslate()
  return (
    <Field
      label={t(phrases.age.askGuardianEmailLabel)}
      name="email"
      type="email"
      autoComplete="off"
      data-autofocus=""
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function SendError({ error }: { error: Error | null }) {
  const t = useTranslate()
  if (error instanceof CallError && error.code === 'conflict')
    return <p role="alert">{t(phrases.age.mailUnavailable)}</p>
  return <CallErrorMessage title={t(phrases.age.sendFailed)} error={error} />
}
