import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

let lastMs = 0
let sequence = 0

// A clock set back by less is waited for by staying at the last instant; one set back by more was wrong before.
const patienceMs = 2 * 3_600_000

/**
 * A UUIDv7 of the instant. Ids made by one process sort as they were made, also within a millisecond and when the
 * clock is set back a little: lists order and page by id alone.
 */
export function newId<Id extends string>(now: Date): Id {
  const behindMs = lastMs - now.getTime()
  const ms = behindMs > 0 && behindMs <= patienceMs ? lastMs : now.getTime()
  sequence = ms === lastMs ? sequence + 1 : randomBytes(2).readUInt16BE() // headroom of 2^32 above the start
  lastMs = ms
  // The brand says what the id names; only its maker knows.
  return v7({ msecs: ms, seq: sequence }) as Id
}

/** Sorts below every id made at the instant or later. */
export function firstIdAt(at: Date): string {
  const ms = at.getTime().toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`
}

/** When the id was made, to the millisecond. */
export const madeAt = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
