import type { Passkey } from '@pawtrait/contract/sign-in/passkeys.ts'
import fingerprint from '@phosphor-icons/core/regular/fingerprint.svg?path'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SignInMethodSection } from '#features/sign-in/credentials/SignInMethodSection.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Button } from '#ui/Button.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import styles from './PasskeyList.module.css'
import { supportsPasskeys } from './passkey-ceremonies.ts'
import { passkeysQuery } from './passkeys-cache.ts'

const PasskeyDialog = lazyDialog(async () => (await import('./PasskeyDialog.tsx')).PasskeyDialog)

/** Purpose of the dialog: add a passkey, or rename or remove `passkey`. */
export type PasskeyChange = { is: 'add' } | { is: 'rename' | 'remove'; passkey: Passkey }

export function PasskeyList({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslate()
  const [change, setChange] = useState<PasskeyChange>({ is: 'add' })
  const [open, setOpen] = useState(false)
  const openChangeDialog = (next: PasskeyChange) => {
    setChange(next)
    setOpen(true)
  }
  return (
    <QueryContent query={useQuery(passkeysQuery())} failed={t(phrases.passkeys.loadFailed)}>
      {({ possible, passkeys }) => (
        <SignInMethodSection icon={fingerprint} title={t(phrases.passkeys.title)} lead={t(phrases.passkeys.intro)}>
          {passkeys.length > 0 && (
            <ul className={styles.list} aria-label={t(phrases.passkeys.title)}>
              {passkeys.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} onChange={openChangeDialog} />
              ))}
            </ul>
          )}
          {possible && supportsPasskeys() ? (
            <Button
              kind={passkeys.length > 0 ? 'ghost' : 'primary'}
              small
              onClick={() => openChangeDialog({ is: 'add' })}
            >
              {t(phrases.passkeys.addPasskey)}
            </Button>
          ) : (
            <p>{t(possible ? phrases.passkeys.browserUnsupported : phrases.passkeys.hostUnsupported)}</p>
          )}
          <PasskeyDialog
            open={open}
            change={change}
            isOnlyWay={!hasPassword && passkeys.length < 2}
            onClose={() => setOpen(false)}
          />
        </SignInMethodSection>
      )}
    </QueryContent>
  )
}

function Row({ passkey, onChange }: { passkey: Passkey; onChange: (change: PasskeyChange) => void }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className={styles.row}>
      <div>
        <strong>{name}</strong>
        <span>
          {lastUsedAt
            ? t(phrases.passkeys.lastUsed, { day: formatDay(lastUsedAt, locale, timeZone) })
            : t(phrases.passkeys.addedOn, { day: formatDay(createdAt, locale, timeZone) })}
        </span>
      </div>
      <div className={styles.acts}>
        <Button
          kind="quiet"
          small
          aria-label={t(phrases.passkeys.renameWithName, { name })}
          onClick={() => onChange({ is: 'rename', passkey })}
        >
          {t(phrases.passkeys.rename)}
        </Button>
        <Button
          kind="quiet"
          small
          aria-label={t(phrases.passkeys.removeWithName, { name })}
          onClick={() => onChange({ is: 'remove', passkey })}
        >
          {t(phrases.passkeys.remove)}
        </Button>
      </div>
    </li>
  )
}
