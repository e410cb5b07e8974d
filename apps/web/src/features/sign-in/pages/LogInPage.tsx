import { paths } from '@pawtrait/contract/paths.ts'
import check from '@phosphor-icons/core/regular/check-circle.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { ScriptMessagesBlock } from '#i18n/ScriptMessagesBlock.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { SecretField } from '#ui/forms/SecretField.tsx'
import { Note } from '#ui/states/Note.tsx'
import styles from './AuthPage.module.css'
import { AuthHeading, AuthPage } from './AuthPage.tsx'
import { FormTemplates, ProofTemplate } from './FormTemplates.tsx'
import { LogInCodeForms } from './LogInCodeForms.tsx'
import { LogInStateTemplates } from './LogInStateTemplates.tsx'
import { UsernameOrEmailField } from './UsernameOrEmailField.tsx'

const scriptMessages = {
  checking: phrases.users.checkingSecret,
  whoFirst: phrases.users.identifierMissing,
  proofFailed: phrases.users.robotCheckFailed,
  requestNumber: phrases.users.requestNumber,
  tryAgainIn: phrases.users.tryAgainIn,
  codeWrong: phrases.users.codeInvalid,
  codeShort: phrases.users.codeIncomplete,
  codeFailed: phrases.users.codeCheckFailed,
  codeNotSent: phrases.users.sendCodeFailed,
  codeSent: phrases.users.newCodeSent,
  codeAskedAgain: phrases.users.newCodeRequested,
  noMoreCodes: phrases.users.noMoreCodes,
  sendAgainIn: phrases.users.sendAgainIn,
  tryAgain: phrases.ui.tryAgain,
  passkeyNotUsed: phrases.passkeys.logInFailed,
  showZipCode: phrases.ui.showZipCode,
  hideZipCode: phrases.ui.hideZipCode,
}
/** Keys of the messages that the page's script may show. */
export type LogInMessageKey = keyof typeof scriptMessages

/** The page at `/login`, for username or email, and zip code. An unknown device then needs a mailed code. */
export function LogInPage({ url, mail }: { url: URL; mail: boolean }) {
  const t = useTranslate()
  const isNew = url.searchParams.has('created')
  return (
    <AuthPage
      scene="log-in"
      aside={
        <a className="link" href={signUpAddress(url)}>
          {t(phrases.users.signUpInstead)}
        </a>
      }
    >
      <div className={styles.head} data-slot="head">
        {isNew ? (
          <AuthHeading title={t(phrases.users.welcomeTitle)} lead={t(phrases.users.welcomeText)} />
        ) : (
          <AuthHeading title={t(phrases.users.logInTitle)} lead={t(phrases.users.logInText)} />
        )}
      </div>
      <PreviousStepNote url={url} />
      <LogInForm url={url} mail={mail} />
      {mail && <LogInCodeForms />}
      <LogInStateTemplates mail={mail} />
      <FormTemplates />
      <ProofTemplate />
      <ScriptMessagesBlock messages={scriptMessages} />
    </AuthPage>
  )
}

/** Note about the previous step: a sign-up, a new zip code, or a restored account. */
function PreviousStepNote({ url: { searchParams } }: { url: URL }) {
  const t = useTranslate()
  const successPhrase = searchParams.has('created')
    ? phrases.users.accountCreated
    : searchParams.has('restored')
      ? phrases.erasure.restoredNotice
      : searchParams.has('reset') && phrases.users.resetDone
  if (!successPhrase) return null
  return (
    <div data-slot="created" role="status">
      <Note icon={check} tone="good">
        {t(successPhrase)}
      </Note>
    </div>
  )
}

function LogInForm({ url, mail }: { url: URL; mail: boolean }) {
  const t = useTranslate()
  return (
    <form method="post" action="/users" noValidate data-form="log-in">
      <LogInFields username={url.searchParams.get('username') ?? ''} />
      <div className={styles.error} data-slot="error" />
      <Button type="submit" block>
        {t(phrases.users.logIn)}
      </Button>
      <Button kind="ghost" block hidden data-passkey="">
        {t(phrases.passkeys.passkeyButton)}
      </Button>
      <div className={styles.ways}>
        {mail && (
          <button type="button" className="link" data-email-code="">
            {t(phrases.users.emailMeACode)}
          </button>
        )}
        <a className="link" href={paths.recover}>
          {t(phrases.recoveryCodes.recoveryCodeLink)}
        </a>
        <a className="link" href={paths.forgot}>
          {t(phrases.users.forgotLink)}
        </a>
      </div>
      <p className={`${styles.foot} ${styles.rule}`} data-slot="foot">
        {t(phrases.users.signUpPrompt)}{' '}
        <a className="link" href={signUpAddress(url)}>
          {t(phrases.users.signUp)}
        </a>
      </p>
      <p className={styles.foot}>
        {t(phrases.erasure.restoreLink)}{' '}
        <a className="link" href={paths.restore}>
          {t(phrases.erasure.restoreButton)}
        </a>
      </p>
    </form>
  )
}

function LogInFields({ username }: { username: string }) {
  const t = useTranslate()
  return (
    <>
      <UsernameOrEmailField autoComplete="username webauthn" defaultValue={username} />
      <SecretField
        label={t(phrases.users.zipCodeLabel)}
        help={t(phrases.users.passwordAllowedHelp)}
        id="zipCode"
        name="zipCode"
        autoComplete="current-password"
        showLabel={t(phrases.ui.showZipCode)}
        hideLabel={t(phrases.ui.hideZipCode)}
        required
      />
    </>
  )
}

/** Returns the URL of the sign-up page. Passes on `?next=` of this page, the path that opens after a log-in. */
function signUpAddress(url: URL): string {
  const next = url.searchParams.get('next')
  return next ? `/signup?next=${encodeURIComponent(next)}` : '/signup'
}
