import { type Passkey, renamePasskey } from '@pawtrait/contract/sign-in/passkeys.ts'
import { ChangeForm } from '#features/sign-in/credentials/ChangeForm.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { Field } from '#ui/forms/Field.tsx'
import { usePasskeysChanged } from './use-passkeys-changed.ts'

/** Names a passkey. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useTranslate()
  const onChanged = usePasskeysChanged(onClose)
  return (
    <ChangeForm
      lead={t(phrases.passkeys.renameLead)}
      name="name"
      initial={passkey.name}
      send={(name) => call(renamePasskey, { params: { id: passkey.id }, body: { name } })}
      onDone={() => onChanged(t(phrases.passkeys.isRenamed))}
      onCancel={onClose}
      failed={t(phrases.passkeys.notRenamed)}
    >
      {({ value, error, onChange }) => (
        <Field
          label={t(phrases.passkeys.name)}
          name="passkey-name"
          autoComplete="off"
          maxLength={60}
          data-autofocus=""
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </ChangeForm>
  )
}
