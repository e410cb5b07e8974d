import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedAccount } from './account/export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'users',
    columns: ['id'],
    // The zip code is write-only: the export says only whether it is set.
    export: { rows: exportedAccount, file: 'account', one: true },
    erase: 'row',
  },
  { table: 'former_usernames', columns: ['user_id'], export: { columns: ['username', 'until'] }, erase: 'row' },
  {
    table: 'idempotency_keys',
    columns: ['user_id'],
    export: { nothing: 'repeats answers that are in the other tables' },
    erase: 'runs-out',
    why: 'theirs go with the account, and those of others, which may hold words about their posts, after a day',
  },
  {
    table: 'live_notices',
    columns: ['notice'],
    export: { nothing: 'ids of what is in the other tables, and of whose streams are told of it' },
    erase: 'runs-out',
    why: 'forgotten after a day',
  },
]
