import { closeUnder13Account } from '@pawtrait/contract/age.ts'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { RESTORE_DAYS } from '@pawtrait/contract/erasure.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { useState } from 'react'
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
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'

/** Deletes the user's data from this browser, and opens the page about the closed account. */
async function leaveAccount({ eraseAt }: { eraseAt: string }) {
  await deleteLocalUserData()
  assignLocation(`${paths.under13}?closed=${eraseAt.slice(0, 10)}`)
}

/** Form that explains the consequences of "under 13", re-authenticates, and closes the account. */
export function CloseUnder13Form({ onCancel }: { onCancel: () => void }) {
  const t = useTranslate()
  const [isProven, setProven] = useState(false)
  const { change, forget, error, methods, isPending } = useChangeWithSudo<true, { eraseAt: string }>(
    () => call(closeUnder13Account),
    (answer) => void leaveAccount(answer),
  )
  const day = formatDay(new Date(useNow() + RESTORE_DAYS * DAY_MS).toISOString(), useLocale())
  const onProven = () => {
    setProven(true)
    forget()
  }
  // Re-authentication only proves identity. The user must then press the button below to close the account.
  if (methods) return <SudoForm methods={methods} onProven={onProven} onCancel={onCancel} />
  return (
    <ServerValidatedForm busy={isPending} onSend={() => change(true)} className={formStyles.form}>
      <p>{t(phrases.age.closeAccountText)}</p>
      <p>{t(phrases.age.erasureDateNote, { day })}</p>
      {isProven && <p role="status">{t(phrases.age.identityConfirmed)}</p>}
      <CallErrorMessage title={t(phrases.age.closeFailed)} error={error} />
      <div className={formStyles.actions}>
        <Button type="submit" kind="danger" busy={isPending}>
          {t(phrases.age.closeAccount)}
        </Button>
        <Button kind="ghost" data-autofocus="" onClick={onCancel}>
          {t(phrases.ui.cancel)}
        </Button>
      </div>
    </ServerValidatedForm>
  )
}
