import { premiumQuery } from '#features/premium/premium-cache.ts'
import { settingsGroups } from '#i18n/en/chosen/settings-groups.ts'
import { hiddenHead, loadsForUser } from '#shell/page.ts'
import { AccountSettings } from './AccountSettings.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchQuery(premiumQuery(call))
  return { head: hiddenHead(t, t(settingsGroups.account)) }
})

/** `/settings/account` */
export function AccountSettingsPage() {
  return (
    <SettingsFrame>
      <AccountSettings />
    </SettingsFrame>
  )
}
