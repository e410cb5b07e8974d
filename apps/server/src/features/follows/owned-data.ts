import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'follows',
    columns: ['follower_id', 'followee_id'],
    export: ['follower_id', 'followee_id', 'created_at'],
    erase: 'row',
  },
  { table: 'pet_follows', columns: ['user_id'], export: ['pet_id', 'created_at'], erase: 'row' },
  {
    table: 'follow_requests',
    // That a request was declined is told to nobody.
    columns: ['follower_id', 'followee_id'],
    export: ['follower_id', 'followee_id', 'created_at'],
    erase: 'row',
  },
  {
    table: 'close_friends',
    // Who is somebody's close friend is theirs alone: the other side gets nothing of it.
    columns: ['user_id', 'friend_id'],
    export: ['friend_id', 'created_at'],
    erase: 'row',
  },
]
