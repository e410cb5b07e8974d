import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { deleteAccount, RESTORE_DAYS } from '@pawtrait/contract/erasure.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newestExportQuery } from '#features/exports/export-cache.ts'
import formStyles from '#features/sign-in/credentials/SudoForm.module.css'
import { SudoForm } from '#features/sign-in/credentials/SudoForm.tsx'
import { useChangeWithSudo } from '#features/sign-in/credentials/use-change-with-sudo.ts'
import { deleteLocalUserData } from '#features/sign-in/sessions/local-sign-out.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { assignLocation } from '#lib/assign-location.ts'
import { call } from '#lib/server/call.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Button } from '#ui/Button.tsx'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { Link } from '#ui/Link.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'

type DeleteAccountDialogProps = { open: boolean; onClose: () => void }

/** Dialog that explains the deletion, re-authenticates the user, and deletes the account. */
export function DeleteAccountDialog({ open, onClose }: DeleteAccountDialogProps) {
  const t = useTranslate()
  return (
    <Dialog open={open} onClose={onClose} title={t(phrases.erasure.dialogTitle)} closeLabel={t(phrases.ui.close)}>
      <DeleteForm onClose={onClose} />
    </Dialog>
  )
}

/** Deletes the user's data from this browser, and opens the page where the user can restore the account. */
async function leaveAccount({ eraseAt }: { eraseAt: string }) {
  await deleteLocalUserData()
  assignLocation(`${paths.restore}?until=${eraseAt.slice(0, 10)}`)
}

function DeleteForm({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const [isProven, setProven] = useState(false)
  const { change, forget, error, methods, isPending } = useChangeWithSudo<true, { eraseAt: string }>(
    () => call(deleteAccount),
    (answer) => void leaveAccount(answer),
  )
  const day = formatDay(new Date(useNow() + RESTORE_DAYS * DAY_MS).toISOString(), useLocale())
  const hasDownload = useQuery(newestExportQuery()).data?.export?.state === 'ready'
  const onProven = () => {
    setProven(true)
    forget()
  }
  // Re-authentication only proves the user's identity. To delete the account, the user must then press the confirm
  // button.
  if (methods) return <SudoForm methods={methods} onProven={onProven} onCancel={onClose} />
  return (
    <ServerValidatedForm busy={isPending} onSend={() => change(true)} className={formStyles.form}>
      <p>{t(phrases.erasure.immediateEffect)}</p>
      <p>{t(phrases.erasure.restorableUntil, { day })}</p>
      <p>{t(phrases.erasure.sharedPetsNote)}</p>
      {!hasDownload && (
        <p>
          {t(phrases.erasure.exportPrompt)}{' '}
          <Link className="link" to={paths.settingsData} onClick={onClose}>
            {t(phrases.exports.downloadAll)}
          </Link>
        </p>
      )}
      {isProven && <p role="status">{t(phrases.erasure.identityConfirmed)}</p>}
      <CallErrorMessage title={t(phrases.erasure.deleteFailed)} error={error} />
      <div className={formStyles.actions}>
        <Button type="submit" kind="danger" busy={isPending}>
          {t(phrases.erasure.confirmButton)}
        </Button>
        <Button kind="ghost" data-autofocus="" onClick={onClose}>
          {t(phrases.ui.cancel)}
        </Button>
      </div>
    </ServerValidatedForm>
  )
}
