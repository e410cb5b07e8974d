import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { AuthFormPage } from './AuthFormPage.tsx'

const scriptMessages = {
  checking: phrases.users.checkingSecret,
  undoExpired: phrases.users.undoEmailChangeExpired,
  undoFailed: phrases.users.undoEmailChangeFailed,
}
/** Keys of the messages that the page's script may show. */
export type UndoMessageKey = keyof typeof scriptMessages

/**
 * The page at `/undo-email#token`, where the user undoes a change of the email. Opening the page changes nothing,
 * because mail scanners open links.
 */
export function UndoEmailChangePage() {
  const t = useTranslate()
  return (
    <AuthFormPage
      title={t(phrases.users.undoEmailChangeTitle)}
      lead={t(phrases.users.undoEmailChangeText)}
      name="undo-email"
      submit={t(phrases.users.undoEmailChange)}
      messages={scriptMessages}
    />
  )
}
