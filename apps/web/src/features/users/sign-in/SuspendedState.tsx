import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { AuthHead, WhenState } from './AuthPage.tsx'

/** Whoever gave the right secret may read why they cannot log in: the script adds the decision to the address. */
export function SuspendedState() {
  const t = useTranslate()
  return (
    <WhenState state="suspended">
      <div data-for="head">
        <AuthHead title={t(phrases.users.suspendedTitle)} lead={t(phrases.users.suspendedLead)} />
      </div>
      <div data-for="error">
        <ErrorBox title={t(phrases.users.failed)}>
          {t(phrases.users.suspended)}{' '}
          <a className="link" href="/decisions/" data-decision="">
            {t(phrases.users.seeWhy)}
          </a>
        </ErrorBox>
      </div>
    </WhenState>
  )
}
