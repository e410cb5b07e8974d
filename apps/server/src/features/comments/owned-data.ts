import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedComments } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'comments',
    columns: ['author_id'],
    export: { rows: exportedComments },
    erase: 'name',
    why: 'its words are gone before; the place is kept for the answers below',
  },
  {
    table: 'comments',
    columns: ['deleted_by'],
    export: { nothing: 'what was deleted is gone' },
    erase: 'name',
    why: 'the answers below keep their place',
  },
  { table: 'comment_likes', columns: ['user_id'], export: { columns: ['created_at', 'comment_id'] }, erase: 'row' },
]
