import type { ReactNode } from 'react'
import { MessagesForScript } from '#i18n/MessagesForScript.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import styles from './AuthPage.module.css'
import { AuthHead, AuthPage } from './AuthPage.tsx'
import { FormTemplates } from './FormTemplates.tsx'

type AuthFormPageProps = {
  title: string
  lead: string
  /** By this the page's script finds it. */
  name: string
  submit: string
  /** What the script may say. */
  messages: Record<string, string>
  /** What stands above the form. */
  note?: ReactNode
  /** Its fields. */
  children?: ReactNode
  /** Below its button. */
  ways?: ReactNode
}

/** A way in beside log-in and sign-up: one form, and the way back to the log-in. */
export function AuthFormPage(props: AuthFormPageProps) {
  const { title, lead, name, submit, messages, note, children, ways } = props
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
        <AuthHead title={title} lead={lead} />
      </div>
      {note}
      {/* Its script sends it: pressed before that is there, it leads nowhere. */}
      <form method="dialog" noValidate data-form={name}>
        {children}
        <div className={styles.error} data-slot="error" />
        <Button type="submit" block>
          {submit}
        </Button>
        {ways}
      </form>
      <FormTemplates />
      <MessagesForScript messages={messages} />
    </AuthPage>
  )
}
