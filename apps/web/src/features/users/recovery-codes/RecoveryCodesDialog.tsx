import { makeRecoveryCodes } from '@pawtrait/contract/recovery-codes.ts'
import { useState } from 'react'
import formStyles from '#features/users/credentials/SudoForm.module.css'
import { SaveOrCancel, SudoForm } from '#features/users/credentials/SudoForm.tsx'
import { useChangeWithSudo } from '#features/users/credentials/use-change-with-sudo.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/call.ts'
import { CallFailed } from '#ui/CallFailed.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { SendForm } from '#ui/SendForm.tsx'
import { ConfirmCodes } from './ConfirmCodes.tsx'

type RecoveryCodesDialogProps = { open: boolean; onClose: () => void }

/** Makes recovery codes, shows them once, and asks one of them back. */
export function RecoveryCodesDialog({ open, onClose }: RecoveryCodesDialogProps) {
  const t = useTranslate()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      shownOnce
      title={t(phrases.recoveryCodes.title)}
      closeLabel={t(phrases.ui.close)}
    >
      <MakeCodes onClose={onClose} />
    </Dialog>
  )
}

function MakeCodes({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { change, again, error, methods, isPending } = useChangeWithSudo<true, { codes: string[] }>(
    () => call(makeRecoveryCodes),
    (made) => setCodes(made.codes),
  )
  if (codes) return <ConfirmCodes codes={codes} onClose={onClose} />
  if (methods) return <SudoForm methods={methods} onProven={again} onCancel={onClose} />
  return (
    <SendForm busy={isPending} onSend={() => change(true)} className={formStyles.form}>
      <p>{t(phrases.recoveryCodes.makeLead)}</p>
      <CallFailed title={t(phrases.recoveryCodes.notMade)} error={error} />
      <SaveOrCancel save={t(phrases.recoveryCodes.make)} busy={isPending} onCancel={onClose} />
    </SendForm>
  )
}
