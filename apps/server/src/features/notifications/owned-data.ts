import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'notifications',
    columns: ['user_id'],
    export: ['type', 'post_id', 'comment_id', 'pet_id', 'story_id', 'actor_count', 'created_at', 'read_at'],
    erase: 'row',
  },
  {
    table: 'notification_actors',
    columns: ['actor_id'],
    export: { nothing: 'the like, the comment or the follow itself is exported' },
    erase: 'row',
  },
  { table: 'notifications_off', columns: ['user_id'], export: ['type'], erase: 'row' },
  { table: 'thread_mutes', columns: ['user_id'], export: ['post_id', 'created_at'], erase: 'row' },
]
