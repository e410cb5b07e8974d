import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedPosts } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'posts',
    columns: ['author_id'],
    export: { rows: exportedPosts },
    erase: 'row',
  },
  {
    table: 'pet_post_counts',
    columns: ['author_id'],
    export: { nothing: 'counters of posts, which are exported' },
    erase: 'row',
  },
  {
    table: 'author_newest_posts',
    columns: ['author_id'],
    export: { nothing: 'id of the newest post; posts are exported' },
    erase: 'row',
  },
]
