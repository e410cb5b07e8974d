import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { LastDayField } from './LastDayField.tsx'

type SitterDialogProps = {
  open: boolean
  name: string
  /** The sitter's saved last day as `YYYY-MM-DD`, the initial value of the field. Null when there is none. */
  initialUntil: string | null
  busy: boolean
  error: Error | null
  onSave: (until: string) => void
  onClose: () => void
}

export function SitterDialog({ open, name, initialUntil, busy, error, onSave, onClose }: SitterDialogProps) {
  const t = useTranslate()
  const [until, setUntil] = useState(initialUntil ?? '')
  const wrong = error instanceof CallError ? error.field('until') : undefined
  const actions = (
    <>
      <Button busy={busy} onClick={() => onSave(until)}>
        {t(phrases.people.saveButton)}
      </Button>
      <Button kind="ghost" onClick={onClose}>
        {t(phrases.ui.cancel)}
      </Button>
    </>
  )
  return (
    <Dialog open={open} onClose={onClose} title={t(phrases.people.lastDayTitle, { name })} actions={actions}>
      <LastDayField value={until} onChange={setUntil} error={wrong} />
      {!wrong && <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={error} />}
    </Dialog>
  )
}
