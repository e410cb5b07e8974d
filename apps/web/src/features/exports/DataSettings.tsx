import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { SettingsSection } from '#shell/SettingsSection.tsx'
import { ExportRow } from './ExportRow.tsx'

/** What one has here, and the ways to take it along. */
export function DataSettings() {
  const t = useTranslate()
  return (
    <SettingsSection id="data" help={t(phrases.exports.dataHelp)}>
      <ExportRow />
    </SettingsSection>
  )
}
