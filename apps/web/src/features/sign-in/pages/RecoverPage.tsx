import { paths } from '@pawtrait/contract/paths.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { SupportContactLink } from '#shell/SupportContactLink.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { AuthFormPage } from './AuthFormPage.tsx'
import styles from './AuthPage.module.css'
import { SuspendedStateTemplates } from './SuspendedStateTemplates.tsx'
import { UsernameOrEmailField } from './UsernameOrEmailField.tsx'

const scriptMessages = {
  checking: phrases.users.checkingSecret,
  wrong: phrases.recoveryCodes.wrongCode,
  tryAgainIn: phrases.users.tryAgainIn,
  failed: phrases.recoveryCodes.logInFailed,
}
/** Keys of the messages that the page's script may show. */
export type RecoverMessageKey = keyof typeof scriptMessages

/** The page at `/recover`, where the user logs in with a recovery code. */
export function RecoverPage() {
  const t = useTranslate()
  const typed = { autoCapitalize: 'none', spellCheck: false, required: true } as const
  return (
    <AuthFormPage
      title={t(phrases.recoveryCodes.pageTitle)}
      lead={t(phrases.recoveryCodes.pageText)}
      name="recover"
      submit={t(phrases.users.logIn)}
      messages={scriptMessages}
      note={<SuspendedStateTemplates />}
      ways={<OtherWays />}
    >
      <UsernameOrEmailField />
      <Field label={t(phrases.recoveryCodes.codeLabel)} id="code" name="code" autoComplete="off" {...typed} />
    </AuthFormPage>
  )
}

/** Links for a user without a recovery code, or with a deleted account. */
function OtherWays() {
  const t = useTranslate()
  return (
    <>
      <p className={`${styles.foot} ${styles.rule}`}>
        {t(phrases.recoveryCodes.noCodesLeft)}{' '}
        <a className="link" href={paths.logIn()}>
          {t(phrases.users.logInInstead)}
        </a>
      </p>
      <SupportContactLink className={styles.foot} />
      <p className={styles.foot}>
        {t(phrases.erasure.restoreLink)}{' '}
        <a className="link" href={paths.restore}>
          {t(phrases.erasure.pageTitle)}
        </a>
      </p>
    </>
  )
}
