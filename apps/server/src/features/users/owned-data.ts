import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedAccount } from './account/export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'users',
    columns: ['id'],
    export: { rows: exportedAccount, file: 'account', one: true },
    erase: 'row',
  },
  { table: 'former_usernames', columns: ['user_id'], export: { columns: ['username', 'until'] }, erase: 'row' },
  {
    table: 'idempotency_keys',
    columns: ['user_id'],
    export: { nothing: 'ids of rows in the other tables' },
    erase: 'runs-out',
    why: 'rows of the user are deleted with the account; those that 0.1.0 wrote for others may quote them for a day',
  },
  {
    table: 'live_notices',
    columns: ['notice'],
    export: { nothing: 'ids of rows in the other tables, and of users whose streams are notified' },
    erase: 'runs-out',
    why: 'deleted after a day',
  },
]
