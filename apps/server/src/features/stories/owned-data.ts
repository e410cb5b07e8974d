import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedReplies, exportedStories } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'stories',
    columns: ['author_id'],
    export: { rows: exportedStories },
    erase: 'row',
  },
  {
    table: 'story_views',
    columns: ['user_id'],
    export: { columns: ['viewed_at', 'story_id', 'pawed_at'] },
    erase: 'row',
  },
  {
    table: 'story_replies',
    columns: ['author_id', 'recipient_id'],
    export: { rows: exportedReplies },
    erase: 'row',
  },
]
