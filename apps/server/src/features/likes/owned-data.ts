import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  { table: 'likes', columns: ['user_id'], export: ['post_id', 'created_at'], erase: 'row' },
]
