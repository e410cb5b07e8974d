import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'hides',
    // Who hides somebody is told to nobody: the other side gets nothing of it.
    columns: ['user_id', 'hidden_user_id'],
    export: ['hidden_user_id', 'hidden_pet_id', 'created_at', 'ends_at'],
    erase: 'row',
  },
]
