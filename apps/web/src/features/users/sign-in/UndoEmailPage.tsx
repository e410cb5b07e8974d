import { MessagesForScript } from '#i18n/MessagesForScript.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import styles from './AuthPage.module.css'
import { AuthHead, AuthPage } from './AuthPage.tsx'
import { FormTemplates } from './FormTemplates.tsx'

const scriptMessages = {
  checking: phrases.users.checking,
  undoExpired: phrases.users.undoExpired,
  undoFailed: phrases.users.undoFailed,
}
/** What the page's script may say. */
export type UndoMessage = keyof typeof scriptMessages

/** `/undo-email#token`: takes a former address back. Opening it does nothing: programs that read mail open links. */
export function UndoEmailPage() {
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
        <AuthHead title={t(phrases.users.undoTitle)} lead={t(phrases.users.undoLead)} />
      </div>
      <form method="post" action="/api/auth/undo-email" noValidate data-form="undo-email">
        <div className={styles.error} data-slot="error" />
        <Button type="submit" block>
          {t(phrases.users.undo)}
        </Button>
      </form>
      <FormTemplates />
      <MessagesForScript messages={scriptMessages} />
    </AuthPage>
  )
}
