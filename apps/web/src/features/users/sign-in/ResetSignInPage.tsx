import { paths } from '@pawtrait/contract/paths.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { SecretField } from '#ui/SecretField.tsx'
import { AuthFormPage } from './AuthFormPage.tsx'
import styles from './AuthPage.module.css'

const scriptMessages = {
  checking: phrases.users.checking,
  resetFor: phrases.users.resetFor,
  resetExpired: phrases.users.resetExpired,
  resetFailed: phrases.users.resetFailed,
  showZipCode: phrases.ui.showZipCode,
  hideZipCode: phrases.ui.hideZipCode,
}
/** What the page's script may say. */
export type ResetMessage = keyof typeof scriptMessages

/**
 * `/reset-signin#token`: a new zip code by the operator's one-time link, which says whose it is before anything is
 * typed. The token never reaches a server log.
 */
export function ResetSignInPage() {
  const t = useTranslate()
  return (
    <AuthFormPage
      title={t(phrases.users.resetTitle)}
      lead={t(phrases.users.resetLead)}
      name="reset"
      submit={t(phrases.users.reset)}
      messages={scriptMessages}
      ways={<OtherWays />}
    >
      <p data-who="" role="status" />
      <div data-fields="">
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
      </div>
    </AuthFormPage>
  )
}

/** For whoever comes with a link that counts no more. */
function OtherWays() {
  const t = useTranslate()
  return (
    <div className={styles.ways}>
      <a className="link" href={paths.forgot}>
        {t(phrases.users.forgotLink)}
      </a>
    </div>
  )
}
