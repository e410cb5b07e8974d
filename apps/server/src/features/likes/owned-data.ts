import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedLikes } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  { table: 'likes', columns: ['user_id'], export: { rows: exportedLikes, csv: true }, erase: 'row' },
]
