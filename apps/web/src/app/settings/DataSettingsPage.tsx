import { ImportArchiveRow } from '#features/archives/ImportArchiveRow.tsx'
import { DeleteAccountRow } from '#features/erasure/DeleteAccountRow.tsx'
import { DataSettings } from '#features/exports/DataSettings.tsx'
import { newestExportQuery } from '#features/exports/export-cache.ts'
import { ImportSettingsRow } from '#features/imports/ImportSettingsRow.tsx'
import { newestImportQuery } from '#features/imports/import-cache.ts'
import { settingsPageLabels } from '#i18n/en/by-value/app/settings-page-labels.ts'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { SettingsLayout } from './SettingsLayout.tsx'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await Promise.all([queries.prefetchQuery(newestExportQuery(call)), queries.prefetchQuery(newestImportQuery(call))])
  return { head: createPageHead(t, t(settingsPageLabels.data)) }
})

/** Page at `/settings/data`. */
export function DataSettingsPage() {
  return (
    <SettingsLayout>
      <DataSettings>
        <ImportSettingsRow />
        <ImportArchiveRow />
        <DeleteAccountRow />
      </DataSettings>
    </SettingsLayout>
  )
}
