import type { SetsAside } from '#platform/database/set-aside.ts'
import {
  putFollows,
  putPetFollows,
  selectSomeOthers,
  takeFollows,
  takePetFollows,
  type Way,
} from './departed-queries.ts'

const followsOneWay = (kind: Way): SetsAside => ({
  kind,
  people: (db, user, most) => selectSomeOthers(db, user, kind, most),
  take: (db, user, most) => takeFollows(db, user, kind, most),
  put: (db, user, rows) => putFollows(db, user, kind, rows),
})

/** Follows of and by a departed account: neither visible nor counted until the account is restored. */
export const departedFollows: readonly SetsAside[] = [
  followsOneWay('follow'),
  followsOneWay('follower'),
  { kind: 'pet-follow', take: takePetFollows, put: putPetFollows },
]
