import { MessagesForScript } from '#i18n/MessagesForScript.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Field, FieldTick } from '#ui/Field.tsx'
import { SecretField } from '#ui/SecretField.tsx'
import styles from './AuthPage.module.css'
import { AuthHead, AuthPage } from './AuthPage.tsx'
import { FormTemplates } from './FormTemplates.tsx'

const SCRIPT_MESSAGES = [
  'users.usernameFree',
  'users.createAccount',
  'users.creatingAccount',
  'users.signUpFailed',
  'users.signUpWrong',
  'users.tooManySignUps',
  'ui.showZipCode',
  'ui.hideZipCode',
] as const

/** `/signup`: four fields, in the specification's order. `next` is where a log-in should lead afterwards. */
export function SignUpPage({ url }: { url: URL }) {
  const t = useTranslate()
  const logIn = `/login${url.search}`
  return (
    <AuthPage
      scene="sign-up"
      aside={
        <a className="link" href={logIn}>
          {t('users.logInInstead')}
        </a>
      }
    >
      <div className={styles.head}>
        <AuthHead title={t('users.signUpTitle')} lead={t('users.signUpLead')} />
      </div>
      <form method="post" action="/users" noValidate data-form="sign-up">
        <SignUpFields />
        <div className={styles.error} data-slot="error" />
        <Button type="submit" block>
          {t('users.createAccount')}
        </Button>
        <p className={styles.foot}>
          {t('users.alreadyFramed')}{' '}
          <a className="link" href={logIn}>
            {t('users.logIn')}
          </a>
        </p>
      </form>
      <FormTemplates />
      <template id="tick">
        <FieldTick />
      </template>
      <MessagesForScript keys={SCRIPT_MESSAGES} />
    </AuthPage>
  )
}

function SignUpFields() {
  const t = useTranslate()
  return (
    <>
      <Field label={t('users.fullname')} id="fullname" name="fullname" autoComplete="name" required />
      <Field
        label={t('users.username')}
        id="username"
        name="username"
        asId
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field
        label={t('users.email')}
        id="email"
        name="email"
        type="email"
        autoComplete="email"
        placeholder={t('users.emailExample')}
        required
      />
      <SecretField
        label={t('users.zipCode')}
        id="zipcode"
        name="zipcode"
        autoComplete="new-password"
        help={t('users.zipCodeHelp')}
        showLabel={t('ui.showZipCode')}
        hideLabel={t('ui.hideZipCode')}
        required
      />
    </>
  )
}
