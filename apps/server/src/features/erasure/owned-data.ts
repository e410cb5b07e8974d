import type { OwnedTable } from '#platform/database/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'set_aside',
    columns: ['user_id'],
    export: { nothing: 'kept only while the account is being erased, when there is nobody to export it' },
    erase: 'row',
  },
]
