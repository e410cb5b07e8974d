import type { DetachableRows } from '#platform/database/detachable-rows.ts'
import {
  detachFollows,
  detachPetFollows,
  type FollowDirection,
  reattachFollows,
  reattachPetFollows,
  selectFollowBatch,
} from './detachable-queries.ts'

const createDetachableFollows = (kind: FollowDirection): DetachableRows => ({
  kind,
  people: (db, user, limit) => selectFollowBatch(db, user, kind, limit),
  detach: (db, user, limit) => detachFollows(db, user, kind, limit),
  reattach: (db, user, rows) => reattachFollows(db, user, kind, rows),
})

/** Follows of and by a deleted or suspended account. They are hidden and not counted until the account is restored. */
export const detachableFollows: readonly DetachableRows[] = [
  createDetachableFollows('follow'),
  createDetachableFollows('follower'),
  { kind: 'pet-follow', detach: detachPetFollows, reattach: reattachPetFollows },
]
