import { DeleteAccountRow } from '#features/erasure/DeleteAccountRow.tsx'
import { DataSettings } from '#features/exports/DataSettings.tsx'
import { newestExportQuery } from '#features/exports/export-cache.ts'
import { settingsGroups } from '#i18n/en/chosen/settings-groups.ts'
import { hiddenHead, loadsForUser } from '#shell/page.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchQuery(newestExportQuery(call))
  return { head: hiddenHead(t, t(settingsGroups.data)) }
})

/** `/settings/data` */
export function DataSettingsPage() {
  return (
    <SettingsFrame>
      <DataSettings>
        <DeleteAccountRow />
      </DataSettings>
    </SettingsFrame>
  )
}
