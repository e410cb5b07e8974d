import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedBlocks, exportedHides, exportedMutes } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'hides',
    // The hidden user's export omits the row, because it is private to the user who hides.
    columns: ['user_id', 'hidden_user_id'],
    export: { rows: exportedHides },
    erase: 'row',
  },
  {
    table: 'blocks',
    // The blocked user's export omits the row, because it is private to the user who blocks.
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
