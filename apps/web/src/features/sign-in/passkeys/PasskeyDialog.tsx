import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import type { PasskeyChange } from './Passkeys.tsx'
import { RemovePasskey } from './RemovePasskey.tsx'
import { RenamePasskey } from './RenamePasskey.tsx'

const titles = {
  add: phrases.passkeys.add,
  rename: phrases.passkeys.renameTitle,
  remove: phrases.passkeys.removeTitle,
} as const satisfies Record<PasskeyChange['is'], string>

type PasskeyDialogProps = {
  open: boolean
  change: PasskeyChange
  /** Nothing else logs in. */
  isOnlyWay: boolean
  onClose: () => void
}

/** Adds, names or removes a passkey. */
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
