import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  { table: 'pet_people', columns: ['user_id'], export: ['pet_id', 'role', 'until', 'created_at'], erase: 'row' },
]
