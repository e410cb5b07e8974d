import { NotificationKindSwitches } from '#features/notifications/NotificationKindSwitches.tsx'
import { notificationSettingsQuery } from '#features/notifications/notification-settings-cache.ts'
import { PushSection } from '#features/push/PushSection.tsx'
import { pushQuery } from '#features/push/push-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { SettingsSection } from '#shell/SettingsSection.tsx'
import styles from './SettingsLayout.module.css'
import { SettingsLayout } from './SettingsLayout.tsx'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await Promise.all([queries.prefetchQuery(notificationSettingsQuery(call)), queries.prefetchQuery(pushQuery(call))])
  return { head: createPageHead(t, t(phrases.settings.notificationSettings)) }
})

/** Page at `/settings/notifications`. */
export function NotificationSettingsPage() {
  const t = useTranslate()
  return (
    <SettingsLayout>
      <SettingsSection id="notifications" help={t(phrases.settings.notificationsHelp)}>
        <NotificationKindSwitches />
        <h3 className={styles.part}>{t(phrases.push.title)}</h3>
        <PushSection />
      </SettingsSection>
    </SettingsLayout>
  )
}
