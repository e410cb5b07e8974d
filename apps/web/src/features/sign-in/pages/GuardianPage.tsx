import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { AuthFormPage } from './AuthFormPage.tsx'

const scriptMessages = {
  checking: phrases.users.checkingSecret,
  who: phrases.age.guardianRequestText,
  confirm: phrases.age.confirmAccount,
  refuse: phrases.age.refuseAccount,
  erase: phrases.age.eraseAccount,
  back: phrases.age.back,
  confirmed: phrases.age.accountConfirmed,
  erased: phrases.age.accountErased,
  guardianExpired: phrases.age.guardianLinkExpired,
  guardianFailed: phrases.age.guardianAnswerFailed,
}
/** Keys of the messages that the page's script may show. */
export type GuardianMessageKey = keyof typeof scriptMessages

/**
 * The page at `/guardian#token`, where a guardian confirms or refuses the account of a person aged 13 to 17. Opening
 * the page changes nothing, because mail scanners open links.
 */
export function GuardianPage() {
  const t = useTranslate()
  return (
    <AuthFormPage
      title={t(phrases.age.guardianPageTitle)}
      lead={t(phrases.age.guardianPageText)}
      name="guardian"
      submit={t(phrases.age.confirmAccount)}
      messages={scriptMessages}
      ways={
        <Button kind="ghost" block data-refuse="">
          {t(phrases.age.refuseAccount)}
        </Button>
      }
    >
      <p role="status" data-who="" />
      <p role="status" data-sure="" data-words={t(phrases.age.refuseAccountWarning)} />
    </AuthFormPage>
  )
}
