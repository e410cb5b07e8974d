import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'photos',
    columns: ['owner_id'],
    // The files come with the rows: the kept original of each photo.
    export: [
      'original_name',
      'original_format',
      'width',
      'height',
      'crop',
      'rotate',
      'adjustments',
      'size_bytes',
      'created_at',
    ],
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
