import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'comments',
    columns: ['author_id'],
    export: ['id', 'post_id', 'parent_id', 'text', 'created_at', 'edited_at'],
    erase: 'row',
  },
]
