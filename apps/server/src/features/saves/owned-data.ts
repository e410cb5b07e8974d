import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  { table: 'saves', columns: ['user_id'], export: ['post_id', 'created_at'], erase: 'row' },
  { table: 'collections', columns: ['user_id'], export: ['id', 'name', 'created_at'], erase: 'row' },
]
