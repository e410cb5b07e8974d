import { type ReactNode, useState } from 'react'
import { useViewer } from '#shell/viewer.ts'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import type { AccountChange } from './AccountDialog.tsx'

const AccountDialog = lazyDialog(async () => (await import('./AccountDialog.tsx')).AccountDialog)

/** Returns the dialog that changes a part of the viewer's account, and a function that opens the dialog. */
export function useAccountDialog(): { dialog: ReactNode; begin: (change: AccountChange) => void } {
  const viewer = useViewer()
  const [open, setOpen] = useState(false)
  const [change, setChange] = useState<AccountChange>('password')
  const begin = (next: AccountChange) => {
    setChange(next)
    setOpen(true)
  }
  const close = () => setOpen(false)
  return {
    begin,
    dialog: <AccountDialog open={open} change={change} username={viewer?.username ?? ''} onClose={close} />,
  }
}
