import { changeEmail, confirmEmail, type EmailChange } from '@pawtrait/contract/sign-in/credentials.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { CodeField } from '#ui/forms/CodeField.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { useFocusFirstInvalid } from '#ui/forms/use-focus-first-invalid.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { AccountChangeForm } from './AccountChangeForm.tsx'
import { accountEventsQuery, credentialsQuery } from './credentials-cache.ts'
import { isWrongSecretError } from './is-wrong-secret-error.ts'
import styles from './SudoForm.module.css'
import { SaveCancelButtons } from './SudoForm.tsx'

/**
 * Form for a new email address. If the site sends mail, the form then asks for the code that was mailed to the new
 * address.
 */
export function EmailForm({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const [codeSent, setCodeSent] = useState(false)
  const { data: credentials } = useQuery(credentialsQuery())
  const finish = (viewer: Viewer) => {
    queries.setQueryData(['viewer'], viewer)
    void queries.invalidateQueries({ queryKey: accountEventsQuery().queryKey })
    toast({ text: t(phrases.credentials.emailIsChanged) })
    onClose()
  }
  if (codeSent) return <EmailCode onDone={finish} onCancel={onClose} />
  return (
    <AccountChangeForm
      lead={t(credentials?.mailsCodes ? phrases.credentials.changeEmailNotice : phrases.credentials.changeEmailText)}
      name="email"
      send={(typed) => call(changeEmail, { body: { email: typed } })}
      onDone={({ viewer }: EmailChange) => (viewer ? finish(viewer) : setCodeSent(true))}
      onCancel={onClose}
      failed={t(phrases.credentials.changeEmailFailed)}
    >
      {({ value, error, onChange }) => (
        <Field
          label={t(phrases.credentials.newEmail)}
          name="email"
          type="email"
          autoComplete="email"
          data-autofocus=""
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </AccountChangeForm>
  )
}

function EmailCode({ onDone, onCancel }: { onDone: (viewer: Viewer) => void; onCancel: () => void }) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  const form = useRef<HTMLDivElement>(null)
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(confirmEmail, { body: { code } }),
    onSuccess: onDone,
  })
  const wrong = error && isWrongSecretError(error) ? formatProblem(error) : null
  useFocusFirstInvalid(form, error)
  return (
    <ServerValidatedForm busy={isPending} onSend={() => mutate()} className={styles.form}>
      <p>{t(phrases.credentials.emailCodeText)}</p>
      <div ref={form}>
        <CodeField name="code" label={t(phrases.users.codeLabel)} error={wrong} onChange={setCode} />
      </div>
      <CallErrorMessage title={t(phrases.credentials.changeEmailFailed)} error={wrong ? null : error} />
      <SaveCancelButtons save={t(phrases.credentials.save)} busy={isPending} onCancel={onCancel} />
    </ServerValidatedForm>
  )
}
