import { MessagesForScript } from '#i18n/MessagesForScript.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { SecretField } from '#ui/SecretField.tsx'
import styles from './AuthPage.module.css'
import { AuthHead, AuthPage } from './AuthPage.tsx'
import { FormTemplates } from './FormTemplates.tsx'

const scriptMessages = {
  checking: phrases.users.checking,
  resetExpired: phrases.users.resetExpired,
  resetFailed: phrases.users.resetFailed,
  showZipCode: phrases.ui.showZipCode,
  hideZipCode: phrases.ui.hideZipCode,
}
/** What the page's script may say. */
export type ResetMessage = keyof typeof scriptMessages

/** `/reset-signin#token`: a new zip code by the operator's one-time link. The token never reaches a server log. */
export function ResetSignInPage() {
  const t = useTranslate()
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
        <AuthHead title={t(phrases.users.resetTitle)} lead={t(phrases.users.resetLead)} />
      </div>
      <form method="post" action="/api/auth/reset" noValidate data-form="reset">
        <SecretField
          label={t(phrases.users.newZipCode)}
          id="zipcode"
          name="zipcode"
          autoComplete="new-password"
          help={t(phrases.users.zipCodeHelp)}
          showLabel={t(phrases.ui.showZipCode)}
          hideLabel={t(phrases.ui.hideZipCode)}
          required
        />
        <div className={styles.error} data-slot="error" />
        <Button type="submit" block>
          {t(phrases.users.reset)}
        </Button>
      </form>
      <FormTemplates />
      <MessagesForScript messages={scriptMessages} />
    </AuthPage>
  )
}
