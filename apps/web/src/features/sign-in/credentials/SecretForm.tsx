import { changeZipCode, removePassword, setPassword } from '@pawtrait/contract/sign-in/credentials.ts'
import { isGuessableZipCode } from '@pawtrait/contract/sign-in/zip-code.ts'
import { useQueryClient } from '@tanstack/react-query'
import { sessionsQuery } from '#features/sign-in/sessions/use-sessions.ts'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { SecretField } from '#ui/forms/SecretField.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { AccountChangeForm } from './AccountChangeForm.tsx'
import { accountEventsQuery, credentialsQuery } from './credentials-cache.ts'

/**
 * Change of the log-in secret: set a password or zip code, replace the password by a zip code, or remove the password.
 */
export type SecretChange = 'password' | 'zip-code' | 'back-to-zip-code' | 'remove-password'

const changes = {
  password: {
    send: (typed: string) => call(setPassword, { body: { password: typed } }),
    field: 'password',
    lead: phrases.credentials.setPasswordText,
    label: phrases.credentials.newPassword,
    done: phrases.credentials.passwordIsSet,
  },
  'zip-code': {
    send: (typed: string) => call(changeZipCode, { body: { zipcode: typed } }),
    field: 'zipcode',
    lead: phrases.credentials.changeZipCodeText,
    label: phrases.users.newZipCode,
    done: phrases.users.resetDone,
  },
  'back-to-zip-code': {
    send: (typed: string) => call(removePassword, { body: { zipcode: typed } }),
    field: 'zipcode',
    lead: phrases.credentials.replacePasswordByZipCodeText,
    label: phrases.users.newZipCode,
    done: phrases.credentials.passwordIsReplaced,
  },
  'remove-password': {
    send: () => call(removePassword, { body: {} }),
    field: 'zipcode',
    lead: phrases.credentials.deletePasswordText,
    label: null,
    done: phrases.credentials.passwordIsDeleted,
  },
} as const

/** Form that sets a password or zip code, or removes the password. */
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
    <AccountChangeForm
      lead={t(lead)}
      name={field}
      send={send}
      onDone={onDone}
      onCancel={onClose}
      failed={t(phrases.credentials.changeLogInMethodFailed)}
      {...(!label && { save: t(phrases.credentials.deletePassword) })}
    >
      {(field) => label && <NewSecretField label={t(label)} help={getHelp(change, field.value, t)} {...field} />}
    </AccountChangeForm>
  )
}

function getHelp(change: SecretChange, typed: string, t: TranslateFunction): string | undefined {
  if (change === 'password') return t(phrases.credentials.passwordHelp)
  return isGuessableZipCode(typed) ? t(phrases.users.zipCodeGuessable) : undefined
}

type NewSecretFieldProps = {
  label: string
  help?: string | undefined
  value: string
  error: string | undefined
  onChange: (typed: string) => void
}

/** Field for the new password or zip code. */
export function NewSecretField({ onChange, ...field }: NewSecretFieldProps) {
  const t = useTranslate()
  return (
    <SecretField
      {...field}
      name="new-secret"
      data-autofocus=""
      autoComplete="new-password"
      onChange={(event) => onChange(event.target.value)}
      showLabel={t(phrases.credentials.showInput)}
      hideLabel={t(phrases.credentials.hideInput)}
    />
  )
}
