import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { AuthFormPage } from './AuthFormPage.tsx'

const scriptMessages = {
  checking: phrases.users.checking,
  who: phrases.age.guardianWho,
  confirm: phrases.age.confirm,
  refuse: phrases.age.refuse,
  erase: phrases.age.erase,
  back: phrases.age.back,
  confirmed: phrases.age.confirmed,
  erased: phrases.age.erased,
  guardianExpired: phrases.age.guardianExpired,
  guardianFailed: phrases.age.guardianFailed,
}
/** Keys of the messages that the page's script may show. */
export type GuardianMessageKey = keyof typeof scriptMessages

/**
 * The page at `/guardian#token`: a guardian confirms or refuses the account of a person aged 13 to 17.
 * Opening the page changes nothing, because mail scanners open links.
 */
export function GuardianPage() {
  const t = useTranslate()
  return (
    <AuthFormPage
      title={t(phrases.age.guardianTitle)}
      lead={t(phrases.age.guardianLead)}
      name="guardian"
      submit={t(phrases.age.confirm)}
      messages={scriptMessages}
      ways={
        <Button kind="ghost" block data-refuse="">
          {t(phrases.age.refuse)}
        </Button>
      }
    >
      <p role="status" data-who="" />
      <p role="status" data-sure="" data-words={t(phrases.age.refuseLead)} />
    </AuthFormPage>
  )
}
