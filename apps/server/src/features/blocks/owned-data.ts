import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedBlocks, exportedHides, exportedMutes } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'hides',
    // Who hides somebody is told to nobody: the other side gets nothing of it.
    columns: ['user_id', 'hidden_user_id'],
    export: { rows: exportedHides },
    erase: 'row',
  },
  {
    table: 'blocks',
    // Who blocks somebody is told to nobody.
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
