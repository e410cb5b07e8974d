import type { OwnedTable } from '#platform/database/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
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
]
