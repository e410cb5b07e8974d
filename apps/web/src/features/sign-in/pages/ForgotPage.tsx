import { paths } from '@pawtrait/contract/paths.ts'
import envelope from '@phosphor-icons/core/regular/envelope-simple.svg?path'
import fingerprint from '@phosphor-icons/core/regular/fingerprint.svg?path'
import lifebuoy from '@phosphor-icons/core/regular/lifebuoy.svg?path'
import printer from '@phosphor-icons/core/regular/printer.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { SupportContactLink } from '#shell/SupportContactLink.tsx'
import { Note } from '#ui/states/Note.tsx'
import styles from './AuthPage.module.css'
import { AuthHeading, AuthPage } from './AuthPage.tsx'

type LogInMethod = { icon: string; title: string; lead: string; go?: { words: string; href: string } }

/**
 * The page at `/forgot`, with all ways to log in without the password or zip code. `mail` is true if the site can send
 * mail.
 */
export function ForgotPage({ mail }: { mail: boolean }) {
  const t = useTranslate()
  return (
    <AuthPage
      scene="log-in"
      aside={
        <a className="link" href={paths.logIn()}>
          {t(phrases.users.logInInstead)}
        </a>
      }
    >
      <div className={styles.head}>
        <AuthHeading title={t(phrases.users.forgotTitle)} lead={t(phrases.users.forgotText)} />
      </div>
      <LogInMethods mail={mail} />
      <SupportContactLink />
      <p className={`${styles.foot} ${styles.rule}`}>
        {t(phrases.erasure.restoreLink)}{' '}
        <a className="link" href={paths.restore}>
          {t(phrases.erasure.pageTitle)}
        </a>
      </p>
    </AuthPage>
  )
}

function LogInMethods({ mail }: { mail: boolean }) {
  const t = useTranslate()
  const byMail: LogInMethod = {
    icon: envelope,
    title: t(phrases.users.mailMethodTitle),
    lead: t(phrases.users.mailMethodText),
    go: { words: t(phrases.users.logInByMail), href: paths.logIn() },
  }
  const byPasskey: LogInMethod = {
    icon: fingerprint,
    title: t(phrases.users.passkeyMethodTitle),
    lead: t(phrases.users.passkeyMethodText),
    go: { words: t(phrases.users.logInByPasskey), href: paths.logIn() },
  }
  const byPaper: LogInMethod = {
    icon: printer,
    title: t(phrases.users.recoveryCodeMethodTitle),
    lead: t(phrases.users.recoveryCodeMethodText),
    go: { words: t(phrases.recoveryCodes.recoveryCodeLink), href: paths.recover },
  }
  const byOperator: LogInMethod = {
    icon: lifebuoy,
    title: t(phrases.users.operatorHelpTitle),
    lead: t(phrases.users.operatorHelpText),
  }
  const methods = [...(mail ? [byMail] : []), byPasskey, byPaper, byOperator]
  return methods.map((method) => <LogInMethodCard key={method.title} {...method} />)
}

function LogInMethodCard({ icon, title, lead, go }: LogInMethod) {
  return (
    <Note icon={icon} tone="plain">
      <b>{title}</b>
      <br />
      {lead}{' '}
      {go && (
        <a className="link" href={go.href}>
          {go.words}
        </a>
      )}
    </Note>
  )
}
