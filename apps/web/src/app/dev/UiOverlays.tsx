import dots from '@phosphor-icons/core/bold/dots-three-bold.svg?path'
import link from '@phosphor-icons/core/regular/link-simple.svg?path'
import prohibit from '@phosphor-icons/core/regular/prohibit.svg?path'
import userMinus from '@phosphor-icons/core/regular/user-minus.svg?path'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Menu, type MenuItem } from '#ui/overlays/Menu.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import styles from './UiPage.module.css'

type ShownDialog = 'question' | 'alert' | null

export function UiOverlays() {
  const [open, setOpen] = useState<ShownDialog>(null)
  const [picked, setPicked] = useState('nothing')
  const toast = useToast()
  const undo = () => setPicked('undo')
  return (
    <section className={styles.section}>
      <h2>Overlays</h2>
      <div className={styles.row}>
        <Button kind="ghost" onClick={() => setOpen('question')}>
          Open a dialog
        </Button>
        <Button kind="ghost" onClick={() => setOpen('alert')}>
          Open an alert
        </Button>
        <Button kind="ghost" onClick={() => toast({ text: 'Post hidden', actionLabel: 'Undo', onAction: undo })}>
          Show a toast
        </Button>
        <Menu label="Post by wanjiru.k" items={choices(setPicked)}>
          {(trigger) => <IconButton {...trigger} label="More options" icon={dots} />}
        </Menu>
        <p>Picked: {picked}</p>
      </div>
      <Dialogs open={open} close={() => setOpen(null)} />
    </section>
  )
}

function choices(pick: (id: string) => void): MenuItem[] {
  const choice = (id: string, label: string, more: Partial<MenuItem>): MenuItem => {
    return { id, label, onSelect: () => pick(id), ...more }
  }
  return [
    choice('unfollow', 'Unfollow', { icon: userMinus }),
    choice('copy', 'Copy link', { icon: link, group: true }),
    choice('away', 'Not now', { disabled: true }),
    choice('block', 'Block', { icon: prohibit, detail: 'Both ways, for your safety', danger: true, group: true }),
  ]
}

function Dialogs({ open, close }: { open: ShownDialog; close: () => void }) {
  const save = <Button onClick={close}>Save</Button>
  return (
    <>
      <Dialog open={open === 'question'} onClose={close} title="Rename Biscuit" closeLabel="Close" actions={save}>
        <Field label="Name" data-autofocus="" defaultValue="Biscuit" />
      </Dialog>
      <ConfirmDialog
        open={open === 'alert'}
        onClose={close}
        title="Delete this post?"
        yes="Delete"
        onYes={close}
        no="Keep it"
      >
        <p className="muted">It goes for everyone, with its comments and likes.</p>
      </ConfirmDialog>
    </>
  )
}
