import { changeZipCode, removePassword, setPassword } from '@pawtrait/contract/credentials.ts'
import { useQueryClient } from '@tanstack/react-query'
import { sessionsQuery } from '#features/users/use-sessions.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/call.ts'
import { SecretField } from '#ui/SecretField.tsx'
import { useToast } from '#ui/Toast.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { accountEventsQuery, credentialsQuery } from './credentials-cache.ts'

/** What is set anew: a password, the zip code, or a zip code in the password's place. */
export type SecretChange = 'password' | 'zip-code' | 'back-to-zip-code'

const changes = {
  password: {
    send: (typed: string) => call(setPassword, { body: { password: typed } }),
    field: 'password',
    lead: phrases.credentials.setPasswordLead,
    label: phrases.credentials.newPassword,
    done: phrases.credentials.passwordIsSet,
  },
  'zip-code': {
    send: (typed: string) => call(changeZipCode, { body: { zipcode: typed } }),
    field: 'zipcode',
    lead: phrases.credentials.changeZipCodeLead,
    label: phrases.users.newZipCode,
    done: phrases.users.resetDone,
  },
  'back-to-zip-code': {
    send: (typed: string) => call(removePassword, { body: { zipcode: typed } }),
    field: 'zipcode',
    lead: phrases.credentials.removePasswordLead,
    label: phrases.users.newZipCode,
    done: phrases.credentials.passwordIsRemoved,
  },
} as const

/** Sets what one logs in with; what was typed stays until it is set. */
export function SecretForm({ change, onClose }: { change: SecretChange; onClose: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const { send, field, lead, label, done } = changes[change]
  const onDone = () => {
    for (const { queryKey } of [credentialsQuery(), accountEventsQuery(), sessionsQuery()])
      void queries.invalidateQueries({ queryKey })
    toast({ text: t(done) })
    onClose()
  }
  return (
    <ChangeForm
      lead={t(lead)}
      name={field}
      send={send}
      onDone={onDone}
      onCancel={onClose}
      failed={t(phrases.credentials.notChanged)}
    >
      {({ value, error, onChange }) => (
        <SecretField
          label={t(label)}
          help={change === 'password' ? t(phrases.credentials.passwordHelp) : undefined}
          error={error}
          name="new-secret"
          data-autofocus=""
          autoComplete="new-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          showLabel={t(phrases.credentials.show)}
          hideLabel={t(phrases.credentials.hide)}
        />
      )}
    </ChangeForm>
  )
}
