import { AccountHistory } from '#features/sign-in/credentials/AccountHistory.tsx'
import { accountEventsQuery, credentialsQuery } from '#features/sign-in/credentials/credentials-cache.ts'
import { SignInMethods } from '#features/sign-in/credentials/SignInMethods.tsx'
import { SessionList } from '#features/sign-in/sessions/SessionList.tsx'
import { sessionsQuery } from '#features/sign-in/sessions/use-sessions.ts'
import { settingsPageLabels } from '#i18n/en/by-value/app/settings-page-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useSearchParams } from '#lib/use-search-params.ts'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { SettingsSection } from '#shell/SettingsSection.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import styles from './SettingsLayout.module.css'
import { SettingsLayout } from './SettingsLayout.tsx'

const NewSecretNote = lazyComponent(
  async () => (await import('#features/sign-in/credentials/NewSecretNote.tsx')).NewSecretNote,
)

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await Promise.all([
    queries.prefetchQuery(credentialsQuery(call)),
    queries.prefetchQuery(sessionsQuery(call)),
    queries.prefetchQuery(accountEventsQuery(call)),
  ])
  return { head: createPageHead(t, t(settingsPageLabels.security)) }
})

/**
 * Page at `/settings/security`. The query parameter `choose` marks a user who has recovered their account. The page
 * then asks the user to set a log-in method.
 */
export function SecuritySettingsPage() {
  const t = useTranslate()
  return (
    <SettingsLayout>
      <SettingsSection id="security" help={t(phrases.settings.securityHelp)}>
        {useSearchParams().has('choose') && <NewSecretNote />}
        <SignInMethods />
        <h3 className={styles.part}>{t(phrases.settings.sessionsTitle)}</h3>
        <SessionList />
        <h3 className={styles.part}>{t(phrases.credentials.accountHistory)}</h3>
        <AccountHistory />
      </SettingsSection>
    </SettingsLayout>
  )
}
