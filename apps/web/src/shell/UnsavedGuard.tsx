import { useEffect, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import type { Blocked } from './navigation/navigation.ts'
import { useLeaveGuard } from './navigation/PageRouter.tsx'

/** Keeps an unsaved form from being left unasked. `leaveFreely` is called once it is saved or given up. */
export function useUnsavedGuard(isChanged: boolean) {
  const isFree = useRef(false)
  const blocked = useLeaveGuard(() => isChanged && !isFree.current)
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isFree.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])
  const leaveFreely = () => {
    isFree.current = true
  }
  return { blocked, leaveFreely }
}

type UnsavedDialogProps = {
  blocked: Blocked | null
  /** What was changed, in words: "your bio". */
  changes: readonly string[]
  /** Saves; true once the server has it. What failed is shown by the form. */
  onSave: () => Promise<boolean>
}

/** "Save before you go?": asked when something unsaved is about to be left. */
export function UnsavedDialog({ blocked, changes, onSave }: UnsavedDialogProps) {
  const t = useTranslate()
  const locale = useLocale()
  const [isSaving, setSaving] = useState(false)
  const stay = () => blocked?.stay()
  const save = async () => {
    setSaving(true)
    const isSaved = await onSave()
    setSaving(false)
    if (isSaved) blocked?.leave()
    else stay()
  }
  const what = new Intl.ListFormat(locale, { type: 'conjunction' }).format(changes)
  const actions = (
    <>
      <Button busy={isSaving} onClick={() => void save()}>
        {t(isSaving ? phrases.app.saving : phrases.app.saveAndLeave)}
      </Button>
      <Button kind="ghost" onClick={() => blocked?.leave()}>
        {t(phrases.app.leaveUnsaved)}
      </Button>
      <Button kind="quiet" small data-autofocus onClick={stay}>
        {t(phrases.app.keepEditing)}
      </Button>
    </>
  )
  return (
    <Dialog
      open={blocked !== null}
      onClose={stay}
      alert
      closeLabel={t(phrases.ui.close)}
      title={t(phrases.app.unsaved)}
      actions={actions}
    >
      <p className="muted">{t(phrases.app.unsavedWhat, { count: changes.length, what })}</p>
    </Dialog>
  )
}
