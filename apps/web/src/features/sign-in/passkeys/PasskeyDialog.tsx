import { type Passkey, removePasskey, renamePasskey } from '@pawtrait/contract/sign-in/passkeys.ts'
import { AccountChangeForm } from '#features/sign-in/credentials/AccountChangeForm.tsx'
import { NewSecretField } from '#features/sign-in/credentials/SecretForm.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { Field } from '#ui/forms/Field.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import type { PasskeyChange } from './PasskeyList.tsx'
import { useAfterPasskeyChange } from './use-after-passkey-change.ts'

type RemovePasskeyProps = { passkey: Passkey; isOnlyWay: boolean; onClose: () => void }

const titles = {
  add: phrases.passkeys.addPasskey,
  rename: phrases.passkeys.renameTitle,
  remove: phrases.passkeys.removeTitle,
} as const satisfies Record<PasskeyChange['is'], string>

type PasskeyDialogProps = {
  open: boolean
  change: PasskeyChange
  /** True if the account has no other sign-in method. */
  isOnlyWay: boolean
  onClose: () => void
}

export function PasskeyDialog({ open, change, isOnlyWay, onClose }: PasskeyDialogProps) {
  const t = useTranslate()
  return (
    <Dialog open={open} onClose={onClose} title={t(titles[change.is])} closeLabel={t(phrases.ui.close)}>
      {change.is === 'add' && <AddPasskey onClose={onClose} />}
      {change.is === 'rename' && <RenamePasskey passkey={change.passkey} onClose={onClose} />}
      {change.is === 'remove' && <RemovePasskey passkey={change.passkey} isOnlyWay={isOnlyWay} onClose={onClose} />}
    </Dialog>
  )
}

/** Form that removes a passkey. If the passkey is the last sign-in method, the user must set a zip code. */
function RemovePasskey({ passkey, isOnlyWay, onClose }: RemovePasskeyProps) {
  const t = useTranslate()
  const onChanged = useAfterPasskeyChange(onClose)
  const { id, name } = passkey
  return (
    <AccountChangeForm
      lead={t(isOnlyWay ? phrases.passkeys.removeLastText : phrases.passkeys.removeText, { name })}
      name="zipcode"
      send={(zipcode) => call(removePasskey, { params: { id }, body: zipcode === '' ? {} : { zipcode } })}
      onDone={() => onChanged(t(phrases.passkeys.passkeyRemoved))}
      onCancel={onClose}
      save={t(phrases.passkeys.remove)}
      failed={t(phrases.credentials.changeLogInMethodFailed)}
    >
      {(field) => (isOnlyWay || field.error) && <NewSecretField label={t(phrases.users.newZipCode)} {...field} />}
    </AccountChangeForm>
  )
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useTranslate()
  const onChanged = useAfterPasskeyChange(onClose)
  return (
    <AccountChangeForm
      lead={t(phrases.passkeys.renameText)}
      name="name"
      initial={passkey.name}
      send={(name) => call(renamePasskey, { params: { id: passkey.id }, body: { name } })}
      onDone={() => onChanged(t(phrases.passkeys.passkeyRenamed))}
      onCancel={onClose}
      failed={t(phrases.passkeys.renameFailed)}
    >
      {({ value, error, onChange }) => (
        <Field
          label={t(phrases.passkeys.nameLabel)}
          name="passkey-name"
          autoComplete="off"
          maxLength={60}
          data-autofocus=""
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </AccountChangeForm>
  )
}
