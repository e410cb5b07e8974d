import { paths } from '@pawtrait/contract/paths.ts'
import info from '@phosphor-icons/core/regular/info.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { SupportContactLink } from '#shell/SupportContactLink.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Note } from '#ui/states/Note.tsx'
import styles from './AuthPage.module.css'
import { AuthHeading, AuthPage } from './AuthPage.tsx'

/**
 * The page at `/under-13`, a message without a form. The page stores nothing, and its script deletes the saved sign-up
 * text. `?closed=` is the day on which the server erases the account that the user has just closed.
 */
export function Under13Page({ url }: { url: URL }) {
  const t = useTranslate()
  const closedOn = url.searchParams.get('closed')
  return (
    <AuthPage
      scene="sign-up"
      aside={
        <a className="link" href={paths.landing}>
          {t(phrases.age.under13HomeLink)}
        </a>
      }
    >
      <div className={styles.head} data-forgets-typed="">
        <AuthHeading title={t(phrases.age.under13Title)} lead={t(phrases.age.under13Text)} />
      </div>
      {isDay(closedOn) ? <ClosedAccountNote day={closedOn} /> : <p>{t(phrases.age.under13DataNote)}</p>}
      <p>{t(phrases.age.under13Advice)}</p>
      <a className={buttonClass({ block: true })} href={paths.landing}>
        {t(phrases.age.under13HomeLink)}
      </a>
    </AuthPage>
  )
}

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

function ClosedAccountNote({ day }: { day: string }) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <>
      <div role="status">
        <Note icon={info} tone="plain">
          {t(phrases.age.accountClosed, { day: formatDay(day, locale, 'UTC') })}
        </Note>
      </div>
      <p>{t(phrases.age.closedByMistakeHelp)}</p>
      <SupportContactLink />
    </>
  )
}
