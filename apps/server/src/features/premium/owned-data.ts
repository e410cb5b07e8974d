import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedPeriods } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'plan_periods',
    columns: ['user_id'],
    export: { rows: exportedPeriods },
    erase: 'row',
  },
  {
    table: 'plan_reminders',
    columns: ['user_id'],
    export: { columns: ['created_at', 'kind', 'seen_at'] },
    erase: 'row',
  },
  { table: 'plan_mails_off', columns: ['user_id'], export: { columns: ['user_id'] }, erase: 'row' },
  {
    table: 'feed_days',
    columns: ['user_id'],
    export: { nothing: 'ids of the posts counted today and yesterday' },
    erase: 'row',
  },
]
