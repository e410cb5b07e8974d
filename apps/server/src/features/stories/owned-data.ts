import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'stories',
    columns: ['author_id'],
    export: ['id', 'caption', 'alt', 'composition', 'audience', 'view_count', 'paw_count', 'posted_at', 'expires_at'],
    erase: 'row',
  },
  { table: 'story_views', columns: ['user_id'], export: ['story_id', 'viewed_at', 'pawed_at'], erase: 'row' },
  {
    table: 'story_replies',
    columns: ['author_id', 'recipient_id'],
    export: ['story_id', 'text', 'created_at'],
    erase: 'row',
  },
]
