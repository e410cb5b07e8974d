import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { wasPasskeyCancelled } from './passkey-ceremonies.ts'

/** Reason why no passkey was added. Renders nothing without an error. */
export function PasskeyCreationError({ error }: { error: Error | null }) {
  const t = useTranslate()
  const title = t(phrases.passkeys.addFailed)
  if (error?.name === 'InvalidStateError') return <ErrorBox title={title}>{t(phrases.passkeys.passkeyExists)}</ErrorBox>
  if (wasPasskeyCancelled(error)) return <ErrorBox title={title}>{t(phrases.passkeys.creationCancelled)}</ErrorBox>
  return <CallErrorMessage title={title} error={error} />
}
