import type { OwnedTable } from '#platform/database/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'guardian_requests',
    columns: ['user_id'],
    export: { columns: ['email', 'asked_at'] },
    erase: 'row',
  },
]
