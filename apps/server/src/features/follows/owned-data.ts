import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'follows',
    columns: ['follower_id', 'followee_id'],
    export: ['follower_id', 'followee_id', 'created_at'],
    erase: 'row',
  },
  { table: 'pet_follows', columns: ['user_id'], export: ['pet_id', 'created_at'], erase: 'row' },
]
