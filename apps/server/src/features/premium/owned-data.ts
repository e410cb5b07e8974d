import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'plan_periods',
    columns: ['user_id'],
    export: ['order_id', 'during', 'state', 'livemode', 'created_at', 'closed_at'],
    erase: 'row',
  },
  { table: 'plan_reminders', columns: ['user_id'], export: ['kind', 'created_at', 'seen_at'], erase: 'row' },
  { table: 'plan_mails_off', columns: ['user_id'], export: ['user_id'], erase: 'row' },
  {
    table: 'feed_days',
    columns: ['user_id'],
    export: { nothing: 'which posts were counted today and yesterday' },
    erase: 'row',
  },
]
