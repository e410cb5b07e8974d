import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { SettingsSection } from '#shell/SettingsSection.tsx'
import { ExportRow } from './ExportRow.tsx'

/** Settings section for the viewer's data: export and import; `children`: further actions. */
export function DataSettings({ children }: { children?: ReactNode }) {
  const t = useTranslate()
  return (
    <SettingsSection id="data" help={t(phrases.exports.dataHelp)}>
      <ExportRow />
      {children}
    </SettingsSection>
  )
}
