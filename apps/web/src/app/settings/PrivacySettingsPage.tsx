import { speciesFilterQuery } from '#features/blocks/use-species-filter.ts'
import { closeFriendsQuery } from '#features/follows/close-friends.ts'
import { followRequestsQuery } from '#features/follows/follow-request-cache.ts'
import { PrivacySettings } from '#features/profiles/PrivacySettings.tsx'
import { privacyQuery } from '#features/profiles/use-privacy.ts'
import { settingsPageLabels } from '#i18n/en/by-value/app/settings-page-labels.ts'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { SettingsLayout } from './SettingsLayout.tsx'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await Promise.all([
    queries.prefetchQuery(privacyQuery(call)),
    queries.prefetchInfiniteQuery(followRequestsQuery(call)),
    queries.prefetchQuery(closeFriendsQuery(call)),
    queries.prefetchQuery(speciesFilterQuery(call)),
  ])
  return { head: createPageHead(t, t(settingsPageLabels.privacy)) }
})

/** Page at `/settings/privacy`. */
export function PrivacySettingsPage() {
  return (
    <SettingsLayout>
      <PrivacySettings />
    </SettingsLayout>
  )
}
