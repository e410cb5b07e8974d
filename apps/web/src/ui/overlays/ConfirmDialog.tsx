import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from './Dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  /** Called when the user chooses the safe button, presses Esc or clicks the close button. */
  onClose: () => void
  title: string
  /** Label of the destructive button. */
  yes: string
  onYes: () => void
  busy?: boolean
  /** Label of the safe button, which has the focus; "Cancel" by default. */
  no?: string
  /** Optional third button, between the safe and the destructive button. */
  instead?: ReactNode
  /** Text of the dialog: the consequences of the action, or after a failed attempt the error. */
  children: ReactNode
}

/** Confirmation dialog for destructive actions. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, yes, onYes, busy = false, no, instead, children } = props
  const t = useTranslate()
  const actions = (
    <>
      <Button kind="danger" named busy={busy} data-yes="" onClick={onYes}>
        {yes}
      </Button>
      {instead}
      <Button kind="ghost" named data-autofocus onClick={onClose}>
        {no ?? t(phrases.ui.cancel)}
      </Button>
    </>
  )
  return (
    <Dialog open={open} onClose={onClose} alert title={title} closeLabel={t(phrases.ui.close)} actions={actions}>
      {children}
    </Dialog>
  )
}
