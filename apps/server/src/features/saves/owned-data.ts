import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedSaves } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  { table: 'saves', columns: ['user_id'], export: { rows: exportedSaves }, erase: 'row' },
  { table: 'collections', columns: ['user_id'], export: { columns: ['id', 'name', 'created_at'] }, erase: 'row' },
]
