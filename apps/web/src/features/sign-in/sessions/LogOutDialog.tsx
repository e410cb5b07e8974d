import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'

type LogOutDialogProps = {
  open: boolean
  /** True if the draft belongs to another account. */
  isOther: boolean
  isBusy: boolean
  onClose: () => void
  onLogOut: () => void
}

/** Asks for confirmation when log-out would lose a draft that exists only on this device. */
export function LogOutDialog({ open, isOther, isBusy, onClose, onLogOut }: LogOutDialogProps) {
  const t = useTranslate()
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t(phrases.users.unsentDraftTitle)}
      yes={t(phrases.users.logOutAnyway)}
      onYes={onLogOut}
      busy={isBusy}
      no={t(phrases.users.stayLoggedIn)}
    >
      <p className="muted">{t(isOther ? phrases.users.otherAccountDraftText : phrases.users.unsentDraftText)}</p>
    </ConfirmDialog>
  )
}
