import { useQuery } from '@tanstack/react-query'
import { newestExportQuery } from '#features/exports/export-cache.ts'
import { notificationSettingsQuery } from '#features/notifications/notification-settings-cache.ts'
import { privacyQuery } from '#features/profiles/use-privacy.ts'
import { credentialsQuery } from '#features/sign-in/credentials/credentials-cache.ts'
import { sessionsQuery } from '#features/sign-in/sessions/use-sessions.ts'
import { useChosenTheme } from '#features/users/chosen-theme.ts'
import { themeLabels } from '#i18n/en/by-value/app/theme-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { useViewer } from '#shell/viewer.ts'
import type { SettingsPageName } from './settings-pages.ts'

/** Returns a one-line summary for each settings page; undefined if it could not be loaded. */
export function useSettingsSummaries(): Record<SettingsPageName, string | undefined> {
  const t = useTranslate()
  const viewer = useViewer()
  const security = useSecurityLine()
  const { data: privacy } = useQuery(privacyQuery())
  const { data: newest } = useQuery(newestExportQuery())
  const theme = useChosenTheme()
  const { data: kinds } = useQuery(notificationSettingsQuery())
  const offCount = kinds?.off.length ?? 0
  const isReady = newest?.export?.state === 'ready'
  return {
    account: viewer ? `@${viewer.username}` : undefined,
    security,
    privacy: privacy && t(privacy.isPrivate ? phrases.settings.postsForFollowers : phrases.settings.postsForEveryone),
    data: newest && t(isReady ? phrases.settings.downloadReady : phrases.exports.downloadAll),
    notifications:
      kinds &&
      (offCount > 0
        ? t(phrases.settings.notificationKindsOffCount, { count: offCount })
        : t(phrases.settings.allNotificationsOn)),
    appearance: theme ? t(themeLabels[theme]) : undefined,
  }
}

/** Returns the log-in methods and the number of devices, for example "Passkey, 2 devices". */
function useSecurityLine() {
  const t = useTranslate()
  const locale = useLocale()
  const { data: credentials } = useQuery(credentialsQuery())
  const { data: sessions } = useQuery(sessionsQuery())
  if (!credentials || !sessions) return undefined
  const parts = [
    credentials.passkeys > 0 && t(phrases.settings.passkey),
    credentials.password && t(phrases.credentials.password),
    credentials.zipCode && t(phrases.users.zipCodeLabel),
    t(phrases.settings.deviceCount, { count: sessions.length }),
  ]
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts.filter((part) => typeof part === 'string'))
}
