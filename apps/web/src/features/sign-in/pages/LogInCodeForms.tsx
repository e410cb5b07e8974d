import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { SupportContactLink } from '#shell/SupportContactLink.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { CodeField } from '#ui/forms/CodeField.tsx'
import styles from './AuthPage.module.css'

/** Forms to enter the mailed code, and to request a new code after the previous one expired. Hidden until needed. */
export function LogInCodeForms() {
  const t = useTranslate()
  const resendButton = (
    <a className="link" href="/login">
      {t(phrases.users.startAgain)}
    </a>
  )
  const remember = { label: t(phrases.users.rememberDevice), help: t(phrases.users.rememberDeviceHelp) }
  return (
    <>
      <form method="post" action="/api/auth/challenge" noValidate data-form="code" hidden>
        <CodeField label={t(phrases.users.codeLabel)} id="code" name="code" help={t(phrases.users.codeHelp)} />
        <Checkbox name="remember" {...remember} defaultChecked />
        <div className={styles.error} data-slot="code-error" />
        <Button type="submit" block>
          {t(phrases.users.logIn)}
        </Button>
        <div className={styles.ways}>
          <span className={styles.wait} data-wait="" />
          <span className="vh" data-sent="" role="status" />
          <button type="button" className="link" data-resend="" hidden>
            {t(phrases.users.sendNewCode)}
          </button>
          {resendButton}
        </div>
        <CodeNotReceivedHelp />
      </form>
      <form method="post" action="/api/auth/code" noValidate data-form="expired" hidden>
        <div className={styles.error} data-slot="expired-error" />
        <Button type="submit" block>
          {t(phrases.users.emailMeNewCode)}
        </Button>
        <div className={styles.ways}>{resendButton}</div>
        <CodeNotReceivedHelp />
      </form>
    </>
  )
}

/** Help and contact for a user who gets no code. */
function CodeNotReceivedHelp() {
  const t = useTranslate()
  return (
    <>
      <p className={`${styles.foot} ${styles.rule}`}>{t(phrases.users.codeMissingHelp)}</p>
      <SupportContactLink className={styles.foot} />
    </>
  )
}
