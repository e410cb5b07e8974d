import type { DetachableRows } from '#platform/database/detachable-rows.ts'
import {
  putFollows,
  putPetFollows,
  selectSomeOthers,
  takeFollows,
  takePetFollows,
  type Way,
} from './departed-queries.ts'

const followsOneWay = (kind: Way): DetachableRows => ({
  kind,
  people: (db, user, most) => selectSomeOthers(db, user, kind, most),
  take: (db, user, most) => takeFollows(db, user, kind, most),
  put: (db, user, rows) => putFollows(db, user, kind, rows),
})

/** Follows of and by a departed account: neither visible nor counted until the account is restored. */
export const departedFollows: readonly DetachableRows[] = [
  followsOneWay('follow'),
  followsOneWay('follower'),
  { kind: 'pet-follow', take: takePetFollows, put: putPetFollows },
]
