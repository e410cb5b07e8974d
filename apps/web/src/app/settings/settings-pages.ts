import { paths } from '@pawtrait/contract/paths.ts'

/** Settings pages in display order. */
export const settingsPages = [
  { place: 'account', path: paths.settingsAccount },
  { place: 'security', path: paths.settingsSecurity },
  { place: 'privacy', path: paths.settingsPrivacy },
  { place: 'data', path: paths.settingsData },
  { place: 'notifications', path: paths.settingsNotifications },
  { place: 'appearance', path: paths.settingsAppearance },
] as const

export type SettingsPageName = (typeof settingsPages)[number]['place']
