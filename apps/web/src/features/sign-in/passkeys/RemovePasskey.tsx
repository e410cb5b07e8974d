import { type Passkey, removePasskey } from '@pawtrait/contract/sign-in/passkeys.ts'
import { ChangeForm } from '#features/sign-in/credentials/ChangeForm.tsx'
import { NewSecret } from '#features/sign-in/credentials/SecretForm.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { usePasskeysChanged } from './use-passkeys-changed.ts'

type RemovePasskeyProps = { passkey: Passkey; isOnlyWay: boolean; onClose: () => void }

/** Removes a passkey; the last way to log in leaves a zip code in its place. */
export function RemovePasskey({ passkey, isOnlyWay, onClose }: RemovePasskeyProps) {
  const t = useTranslate()
  const onChanged = usePasskeysChanged(onClose)
  const { id, name } = passkey
  return (
    <ChangeForm
      lead={t(isOnlyWay ? phrases.passkeys.removeLast : phrases.passkeys.removeLead, { name })}
      name="zipcode"
      send={(zipcode) => call(removePasskey, { params: { id }, body: zipcode === '' ? {} : { zipcode } })}
      onDone={() => onChanged(t(phrases.passkeys.isRemoved))}
      onCancel={onClose}
      save={t(phrases.passkeys.remove)}
      failed={t(phrases.credentials.notChanged)}
    >
      {(field) => (isOnlyWay || field.error) && <NewSecret label={t(phrases.users.newZipCode)} {...field} />}
    </ChangeForm>
  )
}
