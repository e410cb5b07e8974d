import type { OwnedTable } from '#platform/database/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  { table: 'sign_up_guardians', columns: ['user_id'], export: { columns: ['email'] }, erase: 'row' },
  {
    table: 'guardian_requests',
    columns: ['user_id'],
    export: { columns: ['email', 'asked_at'] },
    erase: 'row',
  },
]
