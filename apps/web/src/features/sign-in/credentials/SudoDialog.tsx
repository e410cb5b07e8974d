import type { SudoMethod } from '@pawtrait/contract/sign-in/credentials.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { SudoForm } from './SudoForm.tsx'

type SudoDialogProps = {
  open: boolean
  methods: readonly SudoMethod[]
  onProven: () => void
  onClose: () => void
}

/** Dialog for re-authentication only. It confirms an action that has no form, such as a press on a button. */
export function SudoDialog({ open, methods, onProven, onClose }: SudoDialogProps) {
  const t = useTranslate()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(phrases.credentials.identityCheckTitle)}
      closeLabel={t(phrases.ui.close)}
    >
      <SudoForm methods={methods} onProven={onProven} onCancel={onClose} />
    </Dialog>
  )
}
