import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedDrafts } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'drafts',
    columns: ['user_id'],
    export: { rows: exportedDrafts },
    erase: 'row',
  },
]
