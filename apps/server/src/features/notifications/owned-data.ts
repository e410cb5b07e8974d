import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedNotifications } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'notifications',
    columns: ['user_id'],
    export: { rows: exportedNotifications },
    erase: 'row',
  },
  {
    table: 'notification_actors',
    columns: ['actor_id'],
    export: { nothing: 'the like, the comment or the follow itself is exported' },
    erase: 'row',
  },
  { table: 'notifications_off', columns: ['user_id'], export: { columns: ['type'] }, erase: 'row' },
  { table: 'thread_mutes', columns: ['user_id'], export: { columns: ['created_at', 'post_id'] }, erase: 'row' },
]
