import type { SetsAside } from '#platform/database/set-aside.ts'
import {
  putFollows,
  putPetFollows,
  selectSomeOthers,
  takeFollows,
  takePetFollows,
  type Way,
} from './departed-queries.ts'

const oneWay = (kind: Way): SetsAside => ({
  kind,
  people: (db, user, most) => selectSomeOthers(db, user, kind, most),
  take: (db, user, most) => takeFollows(db, user, kind, most),
  put: (db, user, rows) => putFollows(db, user, kind, rows),
})

/** Follows of and by somebody who has left, which nobody sees or counts until they come back. */
export const departedFollows: readonly SetsAside[] = [
  oneWay('follow'),
  oneWay('follower'),
  { kind: 'pet-follow', take: takePetFollows, put: putPetFollows },
]
