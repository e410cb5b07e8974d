import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedPhotos } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'photos',
    columns: ['owner_id'],
    // The export also contains the original file of each photo.
    export: { rows: exportedPhotos },
    erase: 'name',
    why: 'the row stays without its owner, so that the address of a deleted photo answers 410',
  },
  {
    table: 'uploads',
    columns: ['owner_id'],
    export: { nothing: 'on their way for a day at most; what they become is exported as a photo' },
    erase: 'row',
  },
]
