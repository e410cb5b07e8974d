import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { EmailForm } from './EmailForm.tsx'
import { type SecretChange, SecretForm } from './SecretForm.tsx'
import { UsernameForm } from './UsernameForm.tsx'

/** Part of an account that the user can change. */
export type AccountChange = SecretChange | 'username' | 'email'

const titles = {
  password: phrases.credentials.setPassword,
  'zip-code': phrases.credentials.changeZipCode,
  'back-to-zip-code': phrases.credentials.replacePasswordByZipCode,
  'remove-password': phrases.credentials.deletePassword,
  username: phrases.credentials.changeUsername,
  email: phrases.credentials.changeEmail,
} as const satisfies Record<AccountChange, string>

type AccountDialogProps = {
  open: boolean
  change: AccountChange
  username: string
  onClose: () => void
}

/** Dialog that changes one part of an account, after re-authentication if required. */
export function AccountDialog({ open, change, username, onClose }: AccountDialogProps) {
  const t = useTranslate()
  return (
    <Dialog open={open} onClose={onClose} title={t(titles[change])} closeLabel={t(phrases.ui.close)}>
      <Form change={change} username={username} onClose={onClose} />
    </Dialog>
  )
}

function Form({ change, username, onClose }: Omit<AccountDialogProps, 'open'>) {
  if (change === 'username') return <UsernameForm username={username} onClose={onClose} />
  if (change === 'email') return <EmailForm onClose={onClose} />
  return <SecretForm change={change} onClose={onClose} />
}
