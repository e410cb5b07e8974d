import type { DetachableRows } from '#platform/database/detachable-rows.ts'
import {
  detachFollows,
  detachPetFollows,
  type FollowDirection,
  reattachFollows,
  reattachPetFollows,
  selectFollowBatch,
} from './departed-queries.ts'

const followsOneWay = (kind: FollowDirection): DetachableRows => ({
  kind,
  people: (db, user, most) => selectFollowBatch(db, user, kind, most),
  detach: (db, user, most) => detachFollows(db, user, kind, most),
  reattach: (db, user, rows) => reattachFollows(db, user, kind, rows),
})

/** Follows of and by a deleted or suspended account: neither visible nor counted until the account is restored. */
export const departedFollows: readonly DetachableRows[] = [
  followsOneWay('follow'),
  followsOneWay('follower'),
  { kind: 'pet-follow', detach: detachPetFollows, reattach: reattachPetFollows },
]
