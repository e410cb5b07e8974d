import { paths } from '@pawtrait/contract/paths.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { SecretField } from '#ui/forms/SecretField.tsx'
import { AuthFormPage } from './AuthFormPage.tsx'
import styles from './AuthPage.module.css'

const scriptMessages = {
  checking: phrases.users.checkingSecret,
  resetFor: phrases.users.resetAccountNote,
  resetExpired: phrases.users.resetExpired,
  resetFailed: phrases.users.resetFailed,
  showZipCode: phrases.ui.showZipCode,
  hideZipCode: phrases.ui.hideZipCode,
}
/** Keys of the messages that the page's script may show. */
export type ResetMessageKey = keyof typeof scriptMessages

/**
 * The page at `/reset-signin#token`, which shows the username and lets the user set a new zip code. The operator's
 * one-time link opens the page. Undoing a change of the email also opens it, with `?undone`. The token is in the
 * fragment, so that no server logs it.
 */
export function ResetSignInPage({ url: { searchParams } }: { url: URL }) {
  const t = useTranslate()
  const isAfterUndo = searchParams.has('undone')
  return (
    <AuthFormPage
      title={t(phrases.users.resetTitle)}
      lead={t(isAfterUndo ? phrases.users.emailChangeUndone : phrases.users.resetText)}
      name="reset"
      submit={t(phrases.users.resetButton)}
      messages={scriptMessages}
      ways={<OtherWays isAfterUndo={isAfterUndo} />}
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

/** Link to other ways to log in. After the user has undone a change of the email, it links to the log-in instead. */
function OtherWays({ isAfterUndo }: { isAfterUndo: boolean }) {
  const t = useTranslate()
  return (
    <div className={styles.ways}>
      <a className="link" href={isAfterUndo ? paths.logIn() : paths.forgot}>
        {t(isAfterUndo ? phrases.users.logInWithoutReset : phrases.users.forgotLink)}
      </a>
    </div>
  )
}
