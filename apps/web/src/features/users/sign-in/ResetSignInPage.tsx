import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { SecretField } from '#ui/SecretField.tsx'
import { AuthFormPage } from './AuthFormPage.tsx'

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
    <AuthFormPage
      title={t(phrases.users.resetTitle)}
      lead={t(phrases.users.resetLead)}
      name="reset"
      action="/api/auth/reset"
      submit={t(phrases.users.reset)}
      messages={scriptMessages}
    >
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
    </AuthFormPage>
  )
}
