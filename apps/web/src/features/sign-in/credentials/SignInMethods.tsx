import type { Credentials } from '@pawtrait/contract/sign-in/credentials.ts'
import hash from '@phosphor-icons/core/regular/hash.svg?path'
import info from '@phosphor-icons/core/regular/info.svg?path'
import stars from '@phosphor-icons/core/regular/password.svg?path'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PasskeyList } from '#features/sign-in/passkeys/PasskeyList.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Button } from '#ui/Button.tsx'
import { IconTile } from '#ui/lists/IconRow.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { Note } from '#ui/states/Note.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import { credentialsQuery } from './credentials-cache.ts'
import type { SecretChange } from './SecretForm.tsx'
import styles from './SignInMethods.module.css'
import { useAccountDialog } from './use-account-dialog.tsx'

const RecoveryCodes = lazyComponent(
  async () => (await import('#features/sign-in/recovery-codes/RecoveryCodes.tsx')).RecoveryCodes,
)

/** List of the viewer's sign-in methods, each with its actions. */
export function SignInMethods() {
  const t = useTranslate()
  const { dialog, begin } = useAccountDialog()
  return (
    <QueryContent query={useQuery(credentialsQuery())} failed={t(phrases.credentials.loadFailed)}>
      {(credentials) => (
        <>
          <div className={styles.ways}>
            <ZipCode credentials={credentials} onChange={begin} />
            <Password credentials={credentials} onChange={begin} />
          </div>
          <PasskeyList hasPassword={credentials.password !== null} />
          <RecoveryCodes codes={credentials.recoveryCodes} />
          {credentials.zipCode && <Note icon={info}>{t(phrases.credentials.zipCodeReplacementNote)}</Note>}
          {dialog}
        </>
      )}
    </QueryContent>
  )
}

type MethodRowProps = { icon: string; title: string; isOn: boolean; children: ReactNode; action: ReactNode }

function MethodRow({ icon, title, isOn, children, action }: MethodRowProps) {
  return (
    <div className={styles.way} data-on={isOn ? '' : undefined}>
      <IconTile icon={icon} />
      <h3>{title}</h3>
      <p>{children}</p>
      {action}
    </div>
  )
}

type SecretProps = { credentials: Credentials; onChange: (change: SecretChange) => void }

function useFormatDay() {
  const locale = useLocale()
  const timeZone = useTimeZone()
  return (iso: string) => formatDay(iso, locale, timeZone)
}

function ZipCode({ credentials: { zipCode, passkeys, mailsCodes }, onChange }: SecretProps) {
  const t = useTranslate()
  const since = useFormatDay()
  const text = zipCode
    ? t(mailsCodes ? phrases.credentials.zipCodeInUseWithMailCode : phrases.credentials.zipCodeInUse, {
        since: since(zipCode.since),
      })
    : t(passkeys > 0 ? phrases.credentials.zipCodeReplacedByPasskey : phrases.credentials.zipCodeSwitchedOff)
  const label = zipCode ? phrases.credentials.changeZipCode : phrases.credentials.backToZipCode
  return (
    <MethodRow
      icon={hash}
      title={t(phrases.users.zipCodeLabel)}
      isOn={zipCode !== null}
      action={
        // A user with a passkey can only change an existing zip code. A new zip code would be the weakest sign-in
        // method.
        (zipCode !== null || passkeys === 0) && (
          <Button kind="ghost" small onClick={() => onChange(zipCode ? 'zip-code' : 'back-to-zip-code')}>
            {t(label)}
          </Button>
        )
      }
    >
      {text}
    </MethodRow>
  )
}

function Password({ credentials: { password, passkeys }, onChange }: SecretProps) {
  const t = useTranslate()
  const since = useFormatDay()
  return (
    <MethodRow
      icon={stars}
      title={t(phrases.credentials.password)}
      isOn={password !== null}
      action={
        <>
          <Button kind={password ? 'ghost' : 'primary'} small onClick={() => onChange('password')}>
            {t(password ? phrases.credentials.changePassword : phrases.credentials.setPassword)}
          </Button>
          {password && passkeys > 0 && (
            <Button kind="quiet" small onClick={() => onChange('remove-password')}>
              {t(phrases.credentials.deletePassword)}
            </Button>
          )}
        </>
      }
    >
      {password
        ? t(phrases.credentials.passwordInUse, { since: since(password.since) })
        : t(phrases.credentials.passwordNotSet)}
    </MethodRow>
  )
}
