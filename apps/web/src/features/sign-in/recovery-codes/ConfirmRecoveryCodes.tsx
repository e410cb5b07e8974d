import { confirmRecoveryCodes } from '@pawtrait/contract/sign-in/recovery-codes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { accountEventsQuery, credentialsQuery } from '#features/sign-in/credentials/credentials-cache.ts'
import formStyles from '#features/sign-in/credentials/SudoForm.module.css'
import { SaveCancelButtons } from '#features/sign-in/credentials/SudoForm.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError, call } from '#lib/server/call.ts'
import { useViewer } from '#shell/viewer.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { useFocusFirstInvalid } from '#ui/forms/use-focus-first-invalid.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './ConfirmRecoveryCodes.module.css'

type ConfirmRecoveryCodesProps = { codes: readonly string[]; onOn: () => void; onClose: () => void }

function useConfirm(onOn: () => void) {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call(confirmRecoveryCodes, { body: { code } }),
    onSuccess: () => {
      for (const { queryKey } of [credentialsQuery(), accountEventsQuery()])
        void queries.invalidateQueries({ queryKey })
      toast({ text: t(phrases.recoveryCodes.codesActivated) })
      onOn()
    },
  })
}

/** New recovery codes to print or save, and a field to retype one of them, which activates the codes. */
export function ConfirmRecoveryCodes({ codes, onOn, onClose }: ConfirmRecoveryCodesProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLDivElement>(null)
  const { mutate, isPending, error } = useConfirm(onOn)
  const isWrong = error instanceof CallError && error.code === 'invalid-code'
  useFocusFirstInvalid(field, error)
  return (
    <ServerValidatedForm busy={isPending} onSend={() => mutate(typed)} className={formStyles.form}>
      <p>{t(phrases.recoveryCodes.shownOnceNote)}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Keep codes={codes} />
      <div ref={field}>
        <Field
          label={t(phrases.recoveryCodes.typeCodeLabel)}
          help={t(phrases.recoveryCodes.typeCodeHelp)}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          error={isWrong ? t(phrases.recoveryCodes.codeNotListed) : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <CallErrorMessage title={t(phrases.recoveryCodes.activateFailed)} error={isWrong ? null : error} />
      <SaveCancelButtons save={t(phrases.recoveryCodes.activateCodes)} busy={isPending} onCancel={onClose} />
    </ServerValidatedForm>
  )
}

function Keep({ codes }: { codes: readonly string[] }) {
  const t = useTranslate()
  const username = useViewer()?.username ?? ''
  const save = () => {
    const head = t(phrases.recoveryCodes.fileHeader, { username, site: window.location.host })
    const text = new Blob([`${[head, '', ...codes].join('\n')}\n`], { type: 'text/plain' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(text)
    link.download = t(phrases.recoveryCodes.fileName)
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <div className={formStyles.actions}>
      <Button kind="soft" small onClick={() => window.print()}>
        {t(phrases.recoveryCodes.printButton)}
      </Button>
      <Button kind="soft" small onClick={save}>
        {t(phrases.recoveryCodes.saveAsFile)}
      </Button>
    </div>
  )
}
