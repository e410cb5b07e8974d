import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { ScriptMessagesBlock } from '#i18n/ScriptMessagesBlock.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import styles from './AuthPage.module.css'
import { AuthHeading, AuthPage } from './AuthPage.tsx'
import { FormTemplates } from './FormTemplates.tsx'

type AuthFormPageProps = {
  title: string
  lead: string
  /** Name by which the page's script finds the form. */
  name: string
  submit: string
  /** Messages that the script may show. */
  messages: Record<string, string>
  note?: ReactNode
  children?: ReactNode
  ways?: ReactNode
}

/** Layout of a page with one form, such as account recovery, and a link to the log-in. */
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
        <AuthHeading title={title} lead={lead} />
      </div>
      {note}
      {/* Only scripts send the form. With the method `dialog`, a press before any script has loaded does nothing. */}
      <form method="dialog" noValidate data-form={name}>
        {children}
        <div className={styles.error} data-slot="error" />
        <Button type="submit" block>
          {submit}
        </Button>
        {ways}
      </form>
      <FormTemplates />
      <ScriptMessagesBlock messages={messages} />
    </AuthPage>
  )
}
