import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'drafts',
    columns: ['user_id'],
    export: ['caption', 'place', 'audience', 'replies', 'pets', 'created_at', 'updated_at'],
    erase: 'row',
  },
]
