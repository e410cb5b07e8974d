import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'exports',
    columns: ['user_id'],
    export: { columns: ['created_at', 'finished_at', 'size_bytes'] },
    erase: 'name',
    why: 'a job right after the erasure takes its files, and then the row',
  },
]
