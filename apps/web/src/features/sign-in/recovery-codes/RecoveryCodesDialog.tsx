import { createRecoveryCodes } from '@pawtrait/contract/sign-in/recovery-codes.ts'
import { useState } from 'react'
import formStyles from '#features/sign-in/credentials/SudoForm.module.css'
import { SaveCancelButtons, SudoForm } from '#features/sign-in/credentials/SudoForm.tsx'
import { useChangeWithSudo } from '#features/sign-in/credentials/use-change-with-sudo.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { ConfirmRecoveryCodes } from './ConfirmRecoveryCodes.tsx'

type RecoveryCodesDialogProps = { open: boolean; onClose: () => void }

/** Dialog that creates recovery codes, shows them once, and asks to retype one. Until then the codes are not active. */
export function RecoveryCodesDialog({ open, onClose }: RecoveryCodesDialogProps) {
  const t = useTranslate()
  const toast = useToast()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const end = () => {
    setCodes(null)
    onClose()
  }
  const close = () => {
    if (codes) toast({ text: t(phrases.recoveryCodes.notActivatedNote) })
    end()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      shownOnce
      title={t(phrases.recoveryCodes.title)}
      closeLabel={t(phrases.ui.close)}
    >
      {codes ? (
        <ConfirmRecoveryCodes codes={codes} onOn={end} onClose={close} />
      ) : (
        <MakeCodes onMade={setCodes} onClose={onClose} />
      )}
    </Dialog>
  )
}

function MakeCodes({ onMade, onClose }: { onMade: (codes: readonly string[]) => void; onClose: () => void }) {
  const t = useTranslate()
  const { change, again, error, methods, isPending } = useChangeWithSudo<true, { codes: string[] }>(
    () => call(createRecoveryCodes),
    (answer) => onMade(answer.codes),
  )
  if (methods) return <SudoForm methods={methods} onProven={again} onCancel={onClose} />
  return (
    <ServerValidatedForm busy={isPending} onSend={() => change(true)} className={formStyles.form}>
      <p>{t(phrases.recoveryCodes.makeCodesText)}</p>
      <CallErrorMessage title={t(phrases.recoveryCodes.makeFailed)} error={error} />
      <SaveCancelButtons save={t(phrases.recoveryCodes.makeCodes)} busy={isPending} onCancel={onClose} />
    </ServerValidatedForm>
  )
}
