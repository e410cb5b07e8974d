import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedComments } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'comments',
    columns: ['author_id'],
    export: { rows: exportedComments },
    erase: 'name',
    why: 'its text is deleted before; the row stays for the replies below',
  },
  {
    table: 'comments',
    columns: ['deleted_by'],
    export: { nothing: 'the deleted text no longer exists' },
    erase: 'name',
    why: 'the row stays for the replies below',
  },
  { table: 'comment_likes', columns: ['user_id'], export: { columns: ['created_at', 'comment_id'] }, erase: 'row' },
]
