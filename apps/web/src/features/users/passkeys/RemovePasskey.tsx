import { type Passkey, removePasskey } from '@pawtrait/contract/passkeys.ts'
import { ChangeForm } from '#features/users/credentials/ChangeForm.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/call.ts'
import { SecretField } from '#ui/SecretField.tsx'
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
      {({ value, error, onChange }) =>
        (isOnlyWay || error) && (
          <SecretField
            label={t(phrases.users.newZipCode)}
            error={error}
            name="new-secret"
            data-autofocus=""
            autoComplete="new-password"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            showLabel={t(phrases.credentials.show)}
            hideLabel={t(phrases.credentials.hide)}
          />
        )
      }
    </ChangeForm>
  )
}
