import { DataSavingSwitch } from '#features/users/DataSavingSwitch.tsx'
import { ThemeChoice } from '#features/users/ThemeChoice.tsx'
import { settingsPageLabels } from '#i18n/en/by-value/app/settings-page-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { SettingsSection } from '#shell/SettingsSection.tsx'
import { ShortcutSwitch } from '#shell/shortcuts/ShortcutSwitch.tsx'
import { SettingsLayout } from './SettingsLayout.tsx'

export const loader = userPageLoader(({ t }) => ({ head: createPageHead(t, t(settingsPageLabels.appearance)) }))

/** Page at `/settings/appearance`. */
export function AppearanceSettingsPage() {
  const t = useTranslate()
  return (
    <SettingsLayout>
      <SettingsSection id="appearance" help={t(phrases.settings.appearanceHelp)}>
        <ThemeChoice />
        <DataSavingSwitch />
        <ShortcutSwitch />
      </SettingsSection>
    </SettingsLayout>
  )
}
