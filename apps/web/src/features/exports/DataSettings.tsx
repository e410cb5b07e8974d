import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { SettingsSection } from '#shell/SettingsSection.tsx'
import { ExportSettingsRow } from './ExportSettingsRow.tsx'

/** Settings section for the viewer's data. Shows the export; `children` are further rows, such as the import. */
export function DataSettings({ children }: { children?: ReactNode }) {
  const t = useTranslate()
  return (
    <SettingsSection id="data" help={t(phrases.exports.dataHelp)}>
      <ExportSettingsRow />
      {children}
    </SettingsSection>
  )
}
