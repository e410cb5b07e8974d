import type { Viewer } from '@pawtrait/contract/users.ts'
import envelope from '@phosphor-icons/core/regular/envelope-simple.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'
import { useAccountDialog } from './use-account-dialog.tsx'

/** The viewer's email address, with a button to change it. */
export function EmailRow({ viewer: { email } }: { viewer: Pick<Viewer, 'email'> }) {
  const t = useTranslate()
  const { dialog, begin } = useAccountDialog()
  const change = (
    <Button kind="ghost" small aria-label={t(phrases.credentials.changeEmail)} onClick={() => begin('email')}>
      {t(phrases.credentials.changeButton)}
    </Button>
  )
  return (
    <>
      <IconRow icon={envelope} title={t(phrases.settings.emailTitle)} action={change}>
        {t(phrases.settings.emailHelp, { email })}
      </IconRow>
      {dialog}
    </>
  )
}
