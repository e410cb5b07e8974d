import type { OwnedTable } from '#platform/database/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'imports',
    columns: ['user_id'],
    export: { columns: ['created_at', 'finished_at', 'state', 'posts', 'photos', 'pets'] },
    erase: 'name',
    why: 'a job right after the erasure deletes its file, and then the row',
  },
]
