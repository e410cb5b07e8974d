import trash from '@phosphor-icons/core/regular/trash.svg?path'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'

const DeleteAccountDialog = lazyDialog(async () => (await import('./DeleteAccountDialog.tsx')).DeleteAccountDialog)

export function DeleteAccountRow() {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const startButton = (
    <Button kind="dangerGhost" small aria-label={t(phrases.erasure.openButtonLabel)} onClick={() => setOpen(true)}>
      {t(phrases.erasure.openButton)}
    </Button>
  )
  return (
    <>
      <IconRow icon={trash} title={t(phrases.erasure.rowTitle)} action={startButton}>
        {t(phrases.erasure.rowHelp)}
      </IconRow>
      <DeleteAccountDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
