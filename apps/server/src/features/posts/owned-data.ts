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
    export: { nothing: 'numbers of the posts, which are exported' },
    erase: 'row',
  },
  {
    table: 'author_newest_posts',
    columns: ['author_id'],
    export: { nothing: 'the newest of the posts, which are exported' },
    erase: 'row',
  },
]
