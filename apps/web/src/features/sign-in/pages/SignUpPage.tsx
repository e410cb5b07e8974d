import { paths } from '@pawtrait/contract/paths.ts'
import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { ScriptMessagesBlock } from '#i18n/ScriptMessagesBlock.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Field, FieldTick } from '#ui/forms/Field.tsx'
import { SecretField } from '#ui/forms/SecretField.tsx'
import styles from './AuthPage.module.css'
import { AuthHeading, AuthPage } from './AuthPage.tsx'
import { FormTemplates, ProofTemplate } from './FormTemplates.tsx'

const scriptMessages = {
  usernameFree: phrases.users.usernameAvailable,
  usernamesFree: phrases.users.freeUsernamesLabel,
  zipCodeGuessable: phrases.users.zipCodeGuessable,
  creatingAccount: phrases.users.creatingAccount,
  signUpFailed: phrases.users.signUpFailed,
  signUpMaybeCreated: phrases.users.signUpMaybeCreated,
  logIn: phrases.users.logIn,
  signUpWrong: phrases.users.signUpInvalid,
  proofFailed: phrases.users.robotCheckFailed,
  tooManySignUps: phrases.users.tooManySignUps,
  showZipCode: phrases.ui.showZipCode,
  hideZipCode: phrases.ui.hideZipCode,
}
/** Keys of the messages that the page's script may show. */
export type SignUpMessageKey = keyof typeof scriptMessages

/** The page at `/signup`, with four fields in the order of the specification. `?next=` is the path after log-in. */
export function SignUpPage({ url }: { url: URL }) {
  const t = useTranslate()
  return (
    <SignUpForm url={url} lead={t(phrases.users.signUpText)}>
      <p className={styles.foot}>
        {t(phrases.age.adultConfirmation)}{' '}
        <a className="link" href={`${paths.signUpMinor}${url.search}`}>
          {t(phrases.age.minorFormLink)}
        </a>
      </p>
    </SignUpForm>
  )
}

type MinorSignUpPageProps = { url: URL; asksGuardian: boolean }

/** The page at `/signup/13-to-17`, for ages 13 to 17. If `asksGuardian` is true, it asks for a guardian's email. */
export function MinorSignUpPage({ url, asksGuardian }: MinorSignUpPageProps) {
  const t = useTranslate()
  return (
    <SignUpForm
      url={url}
      lead={t(phrases.age.minorText)}
      more={
        <>
          {asksGuardian && <GuardianField />}
          <input type="hidden" name="ageBand" value="13-to-17" />
        </>
      }
    >
      <p className={styles.foot}>{t(phrases.age.minorConfirmation)}</p>
      <div className={styles.ways}>
        <a className="link" href={`${paths.signUp}${url.search}`}>
          {t(phrases.age.adultFormLink)}
        </a>
        <a className="link" href={paths.under13}>
          {t(phrases.age.under13Link)}
        </a>
      </div>
    </SignUpForm>
  )
}

type SignUpFormProps = {
  url: URL
  lead: string
  /** Additional fields, below name, username, email and zip code. */
  more?: ReactNode
  children: ReactNode
}

function SignUpForm({ url, lead, more, children }: SignUpFormProps) {
  const t = useTranslate()
  const logIn = `/login${url.search}`
  return (
    <AuthPage
      scene="sign-up"
      aside={
        <a className="link" href={logIn}>
          {t(phrases.users.logInInstead)}
        </a>
      }
    >
      <div className={styles.head}>
        <AuthHeading title={t(phrases.users.signUpTitle)} lead={lead} />
      </div>
      <form method="post" action="/users" noValidate data-form="sign-up">
        <SignUpFields />
        {more}
        <div className={styles.error} data-slot="error" />
        <Button type="submit" block>
          {t(phrases.users.createAccount)}
        </Button>
        {children}
        <p className={styles.foot}>
          {t(phrases.users.logInPrompt)}{' '}
          <a className="link" href={logIn}>
            {t(phrases.users.logIn)}
          </a>
        </p>
      </form>
      <FormTemplates />
      <ProofTemplate />
      <template id="tick">
        <FieldTick />
      </template>
      <ScriptMessagesBlock messages={scriptMessages} />
    </AuthPage>
  )
}

function SignUpFields() {
  const t = useTranslate()
  return (
    <>
      <Field label={t(phrases.users.fullnameLabel)} id="fullname" name="fullname" autoComplete="name" required />
      <Field
        label={t(phrases.users.usernameLabel)}
        id="username"
        name="username"
        asId
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field
        label={t(phrases.users.emailLabel)}
        id="email"
        name="email"
        type="email"
        autoComplete="email"
        placeholder={t(phrases.users.emailExample)}
        required
      />
      <SecretField
        label={t(phrases.users.zipCodeLabel)}
        id="zipcode"
        name="zipcode"
        autoComplete="new-password"
        help={t(phrases.users.zipCodeHelp)}
        showLabel={t(phrases.ui.showZipCode)}
        hideLabel={t(phrases.ui.hideZipCode)}
        required
      />
    </>
  )
}

function GuardianField() {
  const t = useTranslate()
  return (
    <Field
      label={t(phrases.age.guardianEmailLabel)}
      help={t(phrases.age.guardianEmailHelp)}
      id="guardianEmail"
      name="guardianEmail"
      type="email"
      autoComplete="off"
      required
    />
  )
}
