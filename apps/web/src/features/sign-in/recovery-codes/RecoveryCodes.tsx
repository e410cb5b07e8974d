import type { Credentials } from '@pawtrait/contract/sign-in/credentials.ts'
import printer from '@phosphor-icons/core/regular/printer.svg?path'
import { useState } from 'react'
import { SignInMethodSection } from '#features/sign-in/credentials/SignInMethodSection.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Button } from '#ui/Button.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'

const RecoveryCodesDialog = lazyDialog(async () => (await import('./RecoveryCodesDialog.tsx')).RecoveryCodesDialog)

/** Number of unused recovery codes, with a button to create new ones. */
export function RecoveryCodes({ codes }: { codes: Credentials['recoveryCodes'] }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const [open, setOpen] = useState(false)
  return (
    <SignInMethodSection icon={printer} title={t(phrases.recoveryCodes.title)} lead={t(phrases.recoveryCodes.intro)}>
      {codes && (
        <p>
          {t(phrases.recoveryCodes.codesLeft, {
            left: String(codes.left),
            day: formatDay(codes.since, locale, timeZone),
          })}
        </p>
      )}
      <Button kind="ghost" small onClick={() => setOpen(true)}>
        {t(codes ? phrases.recoveryCodes.makeNewCodes : phrases.recoveryCodes.makeCodes)}
      </Button>
      <RecoveryCodesDialog open={open} onClose={() => setOpen(false)} />
    </SignInMethodSection>
  )
}
