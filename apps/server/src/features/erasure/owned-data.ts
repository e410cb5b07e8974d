import type { OwnedTable } from '#platform/database/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'set_aside',
    columns: ['user_id'],
    export: { nothing: 'exists only while the account is deleted, when nobody can export it' },
    erase: 'row',
  },
]
