import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedAccount } from './account/export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'users',
    columns: ['id'],
    // The zip code is write-only: the export says "set", like every other reading.
    export: { rows: exportedAccount, file: 'account', one: true },
    erase: 'row',
  },
  { table: 'sign_up_guardians', columns: ['user_id'], export: { columns: ['email'] }, erase: 'row' },
  {
    table: 'sessions',
    columns: ['user_id'],
    export: { columns: ['created_at', 'last_seen_at', 'time_zone', 'label', 'network'] },
    erase: 'row',
  },
  {
    table: 'account_events',
    columns: ['user_id'],
    export: { columns: ['at', 'kind', 'label', 'network'] },
    erase: 'row',
  },
  {
    table: 'email_changes',
    columns: ['user_id'],
    export: { columns: ['changed_at', 'old_email', 'new_email', 'undone_at'] },
    erase: 'row',
  },
  {
    table: 'passkeys',
    columns: ['user_id'],
    export: { columns: ['created_at', 'name', 'is_synced', 'last_used_at'] },
    erase: 'row',
  },
  {
    table: 'recovery_codes',
    columns: ['user_id'],
    export: { columns: ['created_at', 'counts_since', 'used_at'] },
    erase: 'row',
  },
  { table: 'former_usernames', columns: ['user_id'], export: { columns: ['username', 'until'] }, erase: 'row' },
  { table: 'devices', columns: ['user_id'], export: { columns: ['created_at', 'last_used_at'] }, erase: 'row' },
  {
    table: 'challenges',
    columns: ['user_id'],
    export: { nothing: 'hashes of codes that last ten minutes' },
    erase: 'row',
  },
  {
    table: 'reset_links',
    columns: ['user_id'],
    export: { nothing: 'hashes of links that last an hour' },
    erase: 'row',
  },
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
