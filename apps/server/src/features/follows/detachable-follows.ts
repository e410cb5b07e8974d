import type { DetachableRows } from '#platform/database/detachable-rows.ts'
import {
  detachFollows,
  detachPetFollows,
  type FollowDirection,
  reattachFollows,
  reattachPetFollows,
  selectFollowBatch,
} from './detachable-queries.ts'

const followsOneWay = (kind: FollowDirection): DetachableRows => ({
  kind,
  people: (db, user, most) => selectFollowBatch(db, user, kind, most),
  detach: (db, user, most) => detachFollows(db, user, kind, most),
  reattach: (db, user, rows) => reattachFollows(db, user, kind, rows),
})

/** Follows of and by a deleted or suspended account. They are hidden and not counted until the account is restored. */
export const detachableFollows: readonly DetachableRows[] = [
  followsOneWay('follow'),
  followsOneWay('follower'),
  { kind: 'pet-follow', detach: detachPetFollows, reattach: reattachPetFollows },
]
