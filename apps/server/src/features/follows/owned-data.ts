import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedCloseFriends, exportedFollowRequests, exportedFollows, exportedPetFollows } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'follows',
    columns: ['follower_id', 'followee_id'],
    export: { rows: exportedFollows, csv: true },
    erase: 'row',
  },
  { table: 'pet_follows', columns: ['user_id'], export: { rows: exportedPetFollows }, erase: 'row' },
  {
    table: 'follow_requests',
    // The export does not reveal that a request was declined.
    columns: ['follower_id', 'followee_id'],
    export: { rows: exportedFollowRequests },
    erase: 'row',
  },
  {
    table: 'close_friends',
    // The friend's export omits the row, because the list is private to its owner.
    columns: ['user_id', 'friend_id'],
    export: { rows: exportedCloseFriends },
    erase: 'row',
  },
]
