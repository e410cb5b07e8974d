import type { Credentials } from '@pawtrait/contract/credentials.ts'
import printer from '@phosphor-icons/core/regular/printer.svg?path'
import { useState } from 'react'
import styles from '#features/users/passkeys/Passkeys.module.css'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { IconTile } from '#ui/IconRow.tsx'
import { lazyDialog } from '#ui/lazy-part.tsx'

const RecoveryCodesDialog = lazyDialog(async () => (await import('./RecoveryCodesDialog.tsx')).RecoveryCodesDialog)

/** How many recovery codes are left, and what makes new ones. */
export function RecoveryCodes({ codes }: { codes: Credentials['recoveryCodes'] }) {
  const t = useTranslate()
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  const day = codes && new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(codes.since))
  return (
    <div className={styles.passkeys}>
      <div className={styles.head}>
        <IconTile icon={printer} />
        <h3>{t(phrases.recoveryCodes.title)}</h3>
      </div>
      <p>{t(phrases.recoveryCodes.lead)}</p>
      {codes && day && <p>{t(phrases.recoveryCodes.left, { left: String(codes.left), day })}</p>}
      <Button kind="ghost" small onClick={() => setOpen(true)}>
        {t(codes ? phrases.recoveryCodes.makeNew : phrases.recoveryCodes.make)}
      </Button>
      <RecoveryCodesDialog open={open} onClose={() => setOpen(false)} />
    </div>
  )
}
