import type { OwnedTable } from '#platform/database/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'push_subscriptions',
    columns: ['user_id'],
    // Excludes the endpoint and the keys. They are secrets that the server needs to send messages to the browser.
    export: { columns: ['created_at', 'label', 'synced_at', 'sent_at'] },
    erase: 'row',
  },
  {
    table: 'push_settings',
    columns: ['user_id'],
    export: { columns: ['shows_content', 'quiet_from', 'quiet_until'], one: true },
    erase: 'row',
  },
]
