import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { CodeField } from '#ui/CodeField.tsx'
import styles from './AuthPage.module.css'

/** The code step and, when the code ran out, the way to a new one; hidden until they are needed. */
export function CodeForms() {
  const t = useTranslate()
  const again = (
    <a className="link" href="/login">
      {t('users.startAgain')}
    </a>
  )
  const note = <p className={`${styles.foot} ${styles.rule}`}>{t('users.notGettingIt')}</p>
  return (
    <>
      <form method="post" action="/api/auth/challenge" noValidate data-form="code" hidden>
        <CodeField label={t('users.code')} id="code" name="code" help={t('users.codeHelp')} />
        <Checkbox name="remember" label={t('users.remember')} help={t('users.rememberHelp')} defaultChecked />
        <div className={styles.error} data-slot="code-error" />
        <Button type="submit" block>
          {t('users.logIn')}
        </Button>
        <div className={styles.ways}>
          <span className={styles.wait} data-wait="" />
          <span className="vh" data-sent="" role="status" />
          <button type="button" className="link" data-resend="" hidden>
            {t('users.sendNewCode')}
          </button>
          {again}
        </div>
        {note}
      </form>
      <form method="post" action="/api/auth/code" noValidate data-form="expired" hidden>
        <div className={styles.error} data-slot="expired-error" />
        <Button type="submit" block>
          {t('users.emailMeANewCode')}
        </Button>
        <div className={styles.ways}>{again}</div>
        {note}
      </form>
    </>
  )
}
