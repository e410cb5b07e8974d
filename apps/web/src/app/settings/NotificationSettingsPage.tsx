import { NotificationKindSwitches } from '#features/notifications/NotificationKindSwitches.tsx'
import { notificationSettingsQuery } from '#features/notifications/notification-settings-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { createPageHead, userPageLoader } from '#shell/page.ts'
import { SettingsSection } from '#shell/SettingsSection.tsx'
import { SettingsLayout } from './SettingsLayout.tsx'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await queries.prefetchQuery(notificationSettingsQuery(call))
  return { head: createPageHead(t, t(phrases.settings.notificationSettings)) }
})

/** Page at `/settings/notifications`. */
export function NotificationSettingsPage() {
  const t = useTranslate()
  return (
    <SettingsLayout>
      <SettingsSection id="notifications" help={t(phrases.settings.notificationsHelp)}>
        <NotificationKindSwitches />
      </SettingsSection>
    </SettingsLayout>
  )
}
