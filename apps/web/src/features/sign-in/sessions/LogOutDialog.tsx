import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import type { UnsentDataKind } from './unsent-data.ts'

const texts = {
  own: { title: phrases.users.unsentDraftTitle, text: phrases.users.unsentDraftText },
  other: { title: phrases.users.unsentDraftTitle, text: phrases.users.otherAccountDraftText },
  actions: { title: phrases.users.unsentActionsTitle, text: phrases.users.unsentActionsText },
} as const

type LogOutDialogProps = {
  open: boolean
  unsent: UnsentDataKind
  isBusy: boolean
  onClose: () => void
  onLogOut: () => void
}

/** Asks for confirmation when log-out would lose a draft or an action that exists only on this device. */
export function LogOutDialog({ open, unsent, isBusy, onClose, onLogOut }: LogOutDialogProps) {
  const t = useTranslate()
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t(texts[unsent].title)}
      yes={t(phrases.users.logOutAnyway)}
      onYes={onLogOut}
      busy={isBusy}
      no={t(phrases.users.stayLoggedIn)}
    >
      <p className="muted">{t(texts[unsent].text)}</p>
    </ConfirmDialog>
  )
}
