import { changeUsername } from '@pawtrait/contract/sign-in/credentials.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { storeUser } from '#features/sign-in/sessions/complete-log-in.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { Field } from '#ui/forms/Field.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { AccountChangeForm } from './AccountChangeForm.tsx'
import { accountEventsQuery } from './credentials-cache.ts'

export function UsernameForm({ username, onClose }: { username: string; onClose: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const onDone = (viewer: Viewer) => {
    queries.setQueryData(['viewer'], viewer)
    storeUser(viewer)
    // Invalidates the whole cache, because any cached post, comment or list may contain the old username.
    void queries.invalidateQueries({ refetchType: 'none' })
    void queries.invalidateQueries({ queryKey: accountEventsQuery().queryKey })
    toast({ text: t(phrases.credentials.usernameIsChanged, { username: viewer.username }) })
    onClose()
  }
  return (
    <AccountChangeForm
      lead={t(phrases.credentials.changeUsernameText, { username })}
      name="username"
      initial={username}
      send={(typed) => call(changeUsername, { body: { username: typed } })}
      onDone={onDone}
      onCancel={onClose}
      failed={t(phrases.credentials.changeUsernameFailed)}
    >
      {({ value, error, onChange }) => (
        <Field
          label={t(phrases.credentials.newUsername)}
          name="username"
          asId
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus=""
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </AccountChangeForm>
  )
}
