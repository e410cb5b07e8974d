import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { AuthFormPage } from './AuthFormPage.tsx'

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
    <AuthFormPage
      title={t(phrases.users.undoTitle)}
      lead={t(phrases.users.undoLead)}
      name="undo-email"
      submit={t(phrases.users.undo)}
      messages={scriptMessages}
    />
  )
}
