import { MessagesForScript } from '#i18n/MessagesForScript.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import styles from './AuthPage.module.css'
import { AuthHead, AuthPage } from './AuthPage.tsx'
import { FormTemplates } from './FormTemplates.tsx'

const scriptMessages = {
  checking: phrases.users.checking,
  wrong: phrases.recoveryCodes.wrong,
  paused: phrases.recoveryCodes.paused,
  failed: phrases.recoveryCodes.failed,
}
/** What the page's script may say. */
export type RecoverMessage = keyof typeof scriptMessages

/** `/recover`: log-in by a recovery code. */
export function RecoverPage() {
  const t = useTranslate()
  const typed = { autoCapitalize: 'none', spellCheck: false, required: true } as const
  return (
    <AuthPage
      scene="log-in"
      aside={
        <a className="link" href="/login">
          {t(phrases.users.logInInstead)}
        </a>
      }
    >
      <div className={styles.head}>
        <AuthHead title={t(phrases.recoveryCodes.pageTitle)} lead={t(phrases.recoveryCodes.pageLead)} />
      </div>
      <form method="post" action="/api/session/recovery-code" noValidate data-form="recover">
        <Field
          label={t(phrases.users.usernameOrEmail)}
          id="usernameOrEmail"
          name="usernameOrEmail"
          asId
          autoComplete="username"
          {...typed}
        />
        <Field label={t(phrases.recoveryCodes.code)} id="code" name="code" autoComplete="off" {...typed} />
        <div className={styles.error} data-slot="error" />
        <Button type="submit" block>
          {t(phrases.users.logIn)}
        </Button>
      </form>
      <FormTemplates />
      <MessagesForScript messages={scriptMessages} />
    </AuthPage>
  )
}
