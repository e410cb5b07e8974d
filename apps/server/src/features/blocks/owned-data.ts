import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedBlocks, exportedHides, exportedMutes } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'hides',
    // Not exported to the hidden user: a hide is private to its owner.
    columns: ['user_id', 'hidden_user_id'],
    export: { rows: exportedHides },
    erase: 'row',
  },
  {
    table: 'blocks',
    // Not exported to the blocked user: a block is private to its owner.
    columns: ['blocker_id', 'blocked_id'],
    export: { rows: exportedBlocks },
    erase: 'row',
  },
  { table: 'mutes', columns: ['user_id', 'muted_id'], export: { rows: exportedMutes }, erase: 'row' },
  {
    table: 'species_filters',
    columns: ['user_id'],
    export: { columns: ['created_at', 'species', 'word'] },
    erase: 'row',
  },
]
