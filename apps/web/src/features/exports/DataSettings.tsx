import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { SettingsSection } from '#shell/SettingsSection.tsx'
import { ExportRow } from './ExportRow.tsx'

/** What one has here, and the ways to take it along; `children`: what else can be done with it. */
export function DataSettings({ children }: { children?: ReactNode }) {
  const t = useTranslate()
  return (
    <SettingsSection id="data" help={t(phrases.exports.dataHelp)}>
      <ExportRow />
      {children}
    </SettingsSection>
  )
}
