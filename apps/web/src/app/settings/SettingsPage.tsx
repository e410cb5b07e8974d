import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { newestExportQuery } from '#features/exports/export-cache.ts'
import { notificationSettingsQuery } from '#features/notifications/notification-settings-cache.ts'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { privacyQuery } from '#features/profiles/use-privacy.ts'
import { credentialsQuery } from '#features/sign-in/credentials/credentials-cache.ts'
import { sessionsQuery } from '#features/sign-in/sessions/use-sessions.ts'
import { phrases } from '#i18n/phrases.ts'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { AccountSettings } from './AccountSettings.tsx'
import { SettingsLayout } from './SettingsLayout.tsx'
import { settingsPages } from './settings-pages.ts'
import { useSettingsSummaries } from './use-settings-summaries.ts'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await Promise.all([
    queries.prefetchQuery(credentialsQuery(call)),
    queries.prefetchQuery(sessionsQuery(call)),
    queries.prefetchQuery(privacyQuery(call)),
    queries.prefetchQuery(newestExportQuery(call)),
    queries.prefetchQuery(notificationSettingsQuery(call)),
    queries.prefetchQuery(premiumQuery(call)),
  ])
  return { head: createPageHead(t, t(phrases.settings.pageTitle)) }
})

/** Page at `/settings`: list of the settings pages. Wide screens show the account settings beside the list. */
export function SettingsPage() {
  const lines = useSettingsSummaries()
  useOldUrlRedirect()
  return (
    <SettingsLayout lines={lines}>
      <AccountSettings />
    </SettingsLayout>
  )
}

/** Redirects old URLs such as `/settings#security`, which mails and bookmarks still contain. */
function useOldUrlRedirect() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const path = settingsPages.find(({ place }) => hash === `#${place}`)?.path
  useEffect(() => {
    if (path) void navigate(path, { replace: true })
  }, [path, navigate])
}
