import { addPasskey, createPasskeyOptions, type Passkey } from '@pawtrait/contract/sign-in/passkeys.ts'
import { useQuery } from '@tanstack/react-query'
import { credentialsQuery } from '#features/sign-in/credentials/credentials-cache.ts'
import styles from '#features/sign-in/credentials/SudoForm.module.css'
import { SaveCancelButtons, SudoForm } from '#features/sign-in/credentials/SudoForm.tsx'
import { useChangeWithSudo } from '#features/sign-in/credentials/use-change-with-sudo.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { PasskeyCreationError } from './PasskeyCreationError.tsx'
import { createPasskey } from './passkey-ceremonies.ts'
import { useAfterPasskeyChange } from './use-after-passkey-change.ts'

const createAndSave = async (): Promise<Passkey> =>
  call(addPasskey, { body: { credential: await createPasskey(call(createPasskeyOptions)) } })

export function AddPasskey({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const onChanged = useAfterPasskeyChange(onClose)
  const hasPaper = Boolean(useQuery(credentialsQuery()).data?.recoveryCodes)
  const { change, again, error, methods, isPending } = useChangeWithSudo<true, Passkey>(createAndSave, () =>
    onChanged(t(hasPaper ? phrases.passkeys.passkeyAdded : phrases.passkeys.passkeyAddedWithoutCodes)),
  )
  if (methods) return <SudoForm methods={methods} onProven={again} onCancel={onClose} />
  return (
    <ServerValidatedForm busy={isPending} onSend={() => change(true)} className={styles.form}>
      <p>{t(phrases.passkeys.addText)}</p>
      <PasskeyCreationError error={error} />
      <SaveCancelButtons save={t(phrases.passkeys.makePasskey)} busy={isPending} onCancel={onClose} />
    </ServerValidatedForm>
  )
}
