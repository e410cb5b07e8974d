import type { Viewer } from '@pawtrait/contract/users.ts'
import at from '@phosphor-icons/core/regular/at.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'
import { useAccountDialog } from './use-account-dialog.tsx'

export function UsernameRow({ viewer }: { viewer: Pick<Viewer, 'username'> }) {
  const t = useTranslate()
  const { dialog, begin } = useAccountDialog()
  const change = (
    <Button kind="ghost" small aria-label={t(phrases.credentials.changeUsername)} onClick={() => begin('username')}>
      {t(phrases.credentials.changeButton)}
    </Button>
  )
  return (
    <>
      <IconRow icon={at} title={t(phrases.users.usernameLabel)} action={change}>
        <span className="id">@{viewer.username}</span>
      </IconRow>
      {dialog}
    </>
  )
}
