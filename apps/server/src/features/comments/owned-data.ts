import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'comments',
    columns: ['author_id'],
    export: ['id', 'post_id', 'parent_id', 'text', 'created_at', 'edited_at'],
    erase: 'row',
  },
  {
    table: 'comments',
    columns: ['deleted_by'],
    export: { nothing: 'what was deleted is gone' },
    erase: 'name',
    why: 'the answers below keep their place',
  },
  { table: 'comment_likes', columns: ['user_id'], export: ['comment_id', 'created_at'], erase: 'row' },
]
