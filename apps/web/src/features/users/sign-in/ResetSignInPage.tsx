import { MessagesForScript } from '#i18n/MessagesForScript.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { SecretField } from '#ui/SecretField.tsx'
import styles from './AuthPage.module.css'
import { AuthHead, AuthPage } from './AuthPage.tsx'
import { FormTemplates } from './FormTemplates.tsx'

const SCRIPT_MESSAGES = [
  'users.checking',
  'users.resetExpired',
  'users.resetFailed',
  'ui.showZipCode',
  'ui.hideZipCode',
] as const

/** `/reset-signin#token`: a new zip code by the operator's one-time link. The token never reaches a server log. */
export function ResetSignInPage() {
  const t = useTranslate()
  return (
    <AuthPage
      scene="log-in"
      aside={
        <a className="link" href="/login">
          {t('users.logInInstead')}
        </a>
      }
    >
      <div className={styles.head}>
        <AuthHead title={t('users.resetTitle')} lead={t('users.resetLead')} />
      </div>
      <form method="post" action="/api/auth/reset" noValidate data-form="reset">
        <SecretField
          label={t('users.newZipCode')}
          id="zipcode"
          name="zipcode"
          autoComplete="new-password"
          help={t('users.zipCodeHelp')}
          showLabel={t('ui.showZipCode')}
          hideLabel={t('ui.hideZipCode')}
          required
        />
        <div className={styles.error} data-slot="error" />
        <Button type="submit" block>
          {t('users.reset')}
        </Button>
      </form>
      <FormTemplates />
      <MessagesForScript keys={SCRIPT_MESSAGES} />
    </AuthPage>
  )
}
