import { useEffect, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import type { BlockedNavigation } from './navigation/navigation.ts'
import { useNavigationGuard } from './navigation/PageRouter.tsx'

/**
 * Blocks navigation away from a form with unsaved changes. Call `leaveFreely` once the changes are saved or discarded.
 */
export function useUnsavedChangesGuard(isChanged: boolean) {
  const mayLeave = useRef(false)
  const blocked = useNavigationGuard(() => isChanged && !mayLeave.current)
  useEffect(() => {
    if (!isChanged) return
    const handleBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!mayLeave.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', handleBeforeUnload)
    return () => window.removeEventListener('beforeunload', handleBeforeUnload)
  }, [isChanged])
  const leaveFreely = () => {
    mayLeave.current = true
  }
  return { blocked, leaveFreely }
}

type UnsavedDialogProps = {
  blocked: BlockedNavigation | null
  /** Names of the changed fields, for the text of the dialog, such as "your bio". */
  changes: readonly string[]
  /** Saves the form. Resolves to true once the server has accepted the changes. The form itself shows failures. */
  onSave: () => Promise<boolean>
}

/** Dialog that offers to save unsaved changes before the user leaves the page. */
export function UnsavedChangesDialog({ blocked, changes, onSave }: UnsavedDialogProps) {
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
        {t(isSaving ? phrases.app.savingLabel : phrases.app.saveAndLeave)}
      </Button>
      <Button kind="ghost" onClick={() => blocked?.leave()}>
        {t(phrases.app.leaveWithoutSaving)}
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
      title={t(phrases.app.unsavedTitle)}
      actions={actions}
    >
      <p className="muted">{t(phrases.app.unsavedText, { count: changes.length, what })}</p>
    </Dialog>
  )
}
