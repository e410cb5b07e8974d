import { changeZipCode, removePassword, setPassword } from '@pawtrait/contract/credentials.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sessionsQuery } from '#features/users/use-sessions.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError, call } from '#lib/call.ts'
import { CallFailed } from '#ui/CallFailed.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { SecretField } from '#ui/SecretField.tsx'
import { SendForm } from '#ui/SendForm.tsx'
import { useToast } from '#ui/Toast.tsx'
import { useFirstWrong } from '#ui/use-first-wrong.ts'
import { accountEventsQuery, credentialsQuery } from './credentials-cache.ts'
import styles from './SudoForm.module.css'
import { SaveOrCancel, SudoForm } from './SudoForm.tsx'
import { useChangeWithSudo } from './use-change-with-sudo.ts'

/** What is set anew: a password, the zip code, or a zip code in the password's place. */
export type SecretChange = 'password' | 'zip-code' | 'back-to-zip-code'

const changes = {
  password: {
    send: (typed: string) => call(setPassword, { body: { password: typed } }),
    field: 'password',
    title: phrases.credentials.setPassword,
    lead: phrases.credentials.setPasswordLead,
    label: phrases.credentials.newPassword,
    done: phrases.credentials.passwordIsSet,
  },
  'zip-code': {
    send: (typed: string) => call(changeZipCode, { body: { zipcode: typed } }),
    field: 'zipcode',
    title: phrases.credentials.changeZipCode,
    lead: phrases.credentials.changeZipCodeLead,
    label: phrases.users.newZipCode,
    done: phrases.users.resetDone,
  },
  'back-to-zip-code': {
    send: (typed: string) => call(removePassword, { body: { zipcode: typed } }),
    field: 'zipcode',
    title: phrases.credentials.removePassword,
    lead: phrases.credentials.removePasswordLead,
    label: phrases.users.newZipCode,
    done: phrases.credentials.passwordIsRemoved,
  },
} as const

type ChangeSecretDialogProps = { change: SecretChange | null; onClose: () => void }

/** Sets what one logs in with, after proving who one is; what was typed stays until it is set. */
export function ChangeSecretDialog({ change, onClose }: ChangeSecretDialogProps) {
  const t = useTranslate()
  return (
    <Dialog
      open={change !== null}
      onClose={onClose}
      title={change ? t(changes[change].title) : ''}
      closeLabel={t(phrases.ui.close)}
    >
      {change && <SecretForm change={change} onClose={onClose} />}
    </Dialog>
  )
}

/** Sends the change; the lists of the settings show it. */
function useChangeSecret(change: SecretChange, onDone: () => void) {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const { send, done } = changes[change]
  return useChangeWithSudo(send, () => {
    for (const { queryKey } of [credentialsQuery(), accountEventsQuery(), sessionsQuery()])
      void queries.invalidateQueries({ queryKey })
    toast({ text: t(done) })
    onDone()
  })
}

function SecretForm({ change, onClose }: { change: SecretChange; onClose: () => void }) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  const { field, lead, label } = changes[change]
  const changing = useChangeSecret(change, onClose)
  const { error, methods, isPending } = changing
  const wrong = error instanceof CallError ? error.field(field) : undefined
  const form = useRef<HTMLDivElement>(null)
  useFirstWrong(form, error)
  if (methods) return <SudoForm methods={methods} onProven={changing.again} onCancel={onClose} />
  return (
    <SendForm busy={isPending} onSend={() => changing.change(typed)} className={styles.form}>
      <p>{t(lead)}</p>
      <div ref={form}>
        <SecretField
          label={t(label)}
          help={change === 'password' ? t(phrases.credentials.passwordHelp) : undefined}
          error={wrong}
          name="new-secret"
          data-autofocus=""
          autoComplete="new-password"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          showLabel={t(phrases.credentials.show)}
          hideLabel={t(phrases.credentials.hide)}
        />
      </div>
      <CallFailed title={t(phrases.credentials.notChanged)} error={wrong ? null : error} />
      <SaveOrCancel save={t(phrases.credentials.save)} busy={isPending} onCancel={onClose} />
    </SendForm>
  )
}
