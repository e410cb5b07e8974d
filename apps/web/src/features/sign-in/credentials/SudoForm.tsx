import { enterSudoMode, mailSudoCode, type SudoMethod } from '@pawtrait/contract/sign-in/credentials.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { signWithPasskey, wasPasskeyCancelled } from '#features/sign-in/passkeys/passkey-ceremonies.ts'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/forms/CodeField.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { SecretField } from '#ui/forms/SecretField.tsx'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { useFocusFirstInvalid } from '#ui/forms/use-focus-first-invalid.ts'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { isWrongSecretError } from './is-wrong-secret-error.ts'
import styles from './SudoForm.module.css'

type SudoFormProps = { methods: readonly SudoMethod[]; onProven: () => void; onCancel: () => void }

const keys = { code: 'code', 'recovery-code': 'recoveryCode', password: 'password', 'zip-code': 'password' } as const

/** State of re-authentication by a passkey, the current secret, a mailed code or a recovery code. */
function useProof(methods: readonly SudoMethod[], onProven: () => void) {
  const [typed, setTyped] = useState('')
  const code = useMutation({ mutationFn: () => call(mailSudoCode), onSuccess: () => setTyped('') })
  const [byPaper, setByPaper] = useState(false)
  const secret = methods.find((method) => method === 'password' || method === 'zip-code')
  const field = byPaper ? ('recovery-code' as const) : code.isSuccess ? ('code' as const) : secret
  const prove = useMutation({
    mutationFn: () => call(enterSudoMode, { body: { [keys[field ?? 'password']]: typed } }),
    onSuccess: onProven,
  })
  const passkey = useMutation({
    mutationFn: async () => call(enterSudoMode, { body: { passkey: await signWithPasskey() } }),
    onSuccess: onProven,
  })
  const takePaper = () => {
    setTyped('')
    setByPaper(true)
  }
  return { typed, setTyped, code, field, prove, passkey, takePaper }
}

/** Re-authentication form for a passkey, the current secret, a mailed code or a recovery code. */
export function SudoForm({ methods, onProven, onCancel }: SudoFormProps) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  const form = useRef<HTMLDivElement>(null)
  const { typed, setTyped, code, field, prove, passkey, takePaper } = useProof(methods, onProven)
  const wrong = isWrongSecretError(prove.error) ? formatProblem(prove.error) : null
  useFocusFirstInvalid(form, prove.error)
  return (
    <ServerValidatedForm busy={prove.isPending} onSend={() => field && prove.mutate()} className={styles.form}>
      <p>
        {t(field === 'code' ? phrases.credentials.identityCheckMailCodeText : phrases.credentials.identityCheckText)}
      </p>
      {methods.includes('passkey') && (
        <ByPasskey isFirst={!field} error={passkey.error} busy={passkey.isPending} onAsk={() => passkey.mutate()} />
      )}
      {field && (
        <div ref={form}>
          <ProofField key={field} field={field} typed={typed} error={wrong} onType={setTyped} />
        </div>
      )}
      <CallErrorMessage
        title={t(phrases.credentials.identityCheckFailed)}
        error={wrong ? null : (prove.error ?? code.error)}
      />
      {methods.includes('recovery-code') && field !== 'recovery-code' && (
        <Button kind="quiet" small onClick={takePaper}>
          {t(phrases.recoveryCodes.recoveryCodeLink)}
        </Button>
      )}
      {methods.includes('email') && field !== 'recovery-code' && (
        <Button kind="quiet" small busy={code.isPending} onClick={() => code.mutate()}>
          {t(code.isSuccess ? phrases.credentials.sendNewCode : phrases.users.emailMeACode)}
        </Button>
      )}
      {field ? (
        <SaveCancelButtons save={t(phrases.credentials.continueButton)} busy={prove.isPending} onCancel={onCancel} />
      ) : (
        <Button kind="ghost" onClick={onCancel}>
          {t(phrases.ui.cancel)}
        </Button>
      )}
    </ServerValidatedForm>
  )
}

type ByPasskeyProps = {
  /** True if the form has no text field. The dialog then focuses this button. */
  isFirst: boolean
  error: Error | null
  busy: boolean
  onAsk: () => void
}

function ByPasskey({ isFirst, error, busy, onAsk }: ByPasskeyProps) {
  const t = useTranslate()
  return (
    <>
      <Button data-autofocus={isFirst ? '' : undefined} busy={busy} onClick={onAsk}>
        {t(phrases.passkeys.passkeyButton)}
      </Button>
      {wasPasskeyCancelled(error) ? (
        <ErrorBox title={t(phrases.credentials.identityCheckFailed)}>{t(phrases.passkeys.logInFailed)}</ErrorBox>
      ) : (
        <CallErrorMessage title={t(phrases.credentials.identityCheckFailed)} error={error} />
      )}
    </>
  )
}

type ProofFieldProps = {
  field: 'code' | 'password' | 'zip-code' | 'recovery-code'
  typed: string
  error: string | null
  onType: (typed: string) => void
}

function ProofField({ field: fieldKind, typed, error, onType }: ProofFieldProps) {
  const t = useTranslate()
  const field = useRef<HTMLDivElement>(null)
  // Focuses the field on mount. The dialog sets the focus only when it opens, and the field may be mounted later.
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={field}>
      {fieldKind === 'recovery-code' ? (
        <Field
          label={t(phrases.recoveryCodes.codeLabel)}
          name="recovery-code"
          data-autofocus=""
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={error ?? undefined}
          onChange={(event) => onType(event.target.value)}
        />
      ) : fieldKind !== 'code' ? (
        <SecretField
          label={t(fieldKind === 'password' ? phrases.credentials.password : phrases.users.zipCodeLabel)}
          name="secret"
          data-autofocus=""
          autoComplete="current-password"
          value={typed}
          error={error}
          onChange={(event) => onType(event.target.value)}
          showLabel={t(phrases.credentials.showInput)}
          hideLabel={t(phrases.credentials.hideInput)}
        />
      ) : (
        <CodeField name="code" label={t(phrases.users.codeLabel)} error={error} onChange={onType} />
      )}
    </div>
  )
}

type SaveCancelButtonsProps = { save: string; busy: boolean; onCancel: () => void }

/** Save and Cancel buttons of a form in a dialog. */
export function SaveCancelButtons({ save, busy, onCancel }: SaveCancelButtonsProps) {
  const t = useTranslate()
  return (
    <div className={styles.actions}>
      <Button type="submit" busy={busy}>
        {save}
      </Button>
      <Button kind="ghost" onClick={onCancel}>
        {t(phrases.ui.cancel)}
      </Button>
    </div>
  )
}
