import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedPhotos } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'photos',
    columns: ['owner_id'],
    // Exports these rows. The export contains the original file of each photo too.
    export: { rows: exportedPhotos },
    erase: 'name',
    why: 'the row stays without its owner, so that the URLs of a deleted photo answer 410',
  },
  {
    table: 'uploads',
    columns: ['owner_id'],
    export: { nothing: 'unfinished for a day at most; finished ones are exported as photos' },
    erase: 'row',
  },
]
