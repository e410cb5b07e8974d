import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'hides',
    // Who hides somebody is told to nobody: the other side gets nothing of it.
    columns: ['user_id', 'hidden_user_id'],
    export: ['hidden_user_id', 'hidden_pet_id', 'created_at', 'ends_at'],
    erase: 'row',
  },
  {
    table: 'blocks',
    // Who blocks somebody is told to nobody.
    columns: ['blocker_id', 'blocked_id'],
    export: ['blocked_id', 'created_at'],
    erase: 'row',
  },
  { table: 'mutes', columns: ['user_id', 'muted_id'], export: ['muted_id', 'created_at'], erase: 'row' },
  { table: 'species_filters', columns: ['user_id'], export: ['species', 'word', 'created_at'], erase: 'row' },
]
