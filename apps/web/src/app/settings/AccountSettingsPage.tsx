import { ageBandQuery } from '#features/age/age-cache.ts'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { settingsPageLabels } from '#i18n/en/by-value/app/settings-page-labels.ts'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { AccountSettings } from './AccountSettings.tsx'
import { SettingsLayout } from './SettingsLayout.tsx'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await Promise.all([queries.prefetchQuery(premiumQuery(call)), queries.prefetchQuery(ageBandQuery(call))])
  return { head: createPageHead(t, t(settingsPageLabels.account)) }
})

/** Page at `/settings/account`. */
export function AccountSettingsPage() {
  return (
    <SettingsLayout>
      <AccountSettings />
    </SettingsLayout>
  )
}
