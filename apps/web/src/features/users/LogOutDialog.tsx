import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

type LogOutDialogProps = { open: boolean; isBusy: boolean; onClose: () => void; onLogOut: () => void }

/** Asked when logging out would lose a draft that is on this device alone. */
export function LogOutDialog({ open, isBusy, onClose, onLogOut }: LogOutDialogProps) {
  const t = useTranslate()
  const actions = (
    <>
      <Button kind="danger" busy={isBusy} onClick={onLogOut}>
        {t('users.logOutAnyway')}
      </Button>
      <Button kind="ghost" data-autofocus onClick={onClose}>
        {t('users.stayLoggedIn')}
      </Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      alert
      title={t('users.unsentTitle')}
      closeLabel={t('ui.close')}
      actions={actions}
    >
      <p className="muted">{t('users.unsentLead')}</p>
    </Dialog>
  )
}
