import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedExports } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'exports',
    columns: ['user_id'],
    export: { rows: exportedExports },
    erase: 'name',
    why: 'a job right after the erasure deletes its files, and then the row',
  },
]
