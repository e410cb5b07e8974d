import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

let lastMs = 0
let sequence = 0

// If the clock is set back by up to two hours, new ids use the time of the last id. Beyond that, they use the clock.
const patienceMs = 2 * 3_600_000

/** Returns a UUIDv7. Ids of one process ascend, even within a millisecond or if the clock is set back a little. */
export function newId<Id extends string>(now: Date): Id {
  const behindMs = lastMs - now.getTime()
  const ms = behindMs > 0 && behindMs <= patienceMs ? lastMs : now.getTime()
  sequence = ms === lastMs ? sequence + 1 : randomBytes(2).readUInt16BE() // 32 bits, starts below 2^16: cannot overflow
  lastMs = ms
  // The cast is unchecked, because only the caller knows which kind of row gets the id.
  return v7({ msecs: ms, seq: sequence }) as Id
}

/** Returns an id that is lower than any id created from this instant on. */
export function minIdAt(at: Date): string {
  const ms = at.getTime().toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`
}

/** Returns the time when an id was created, to the millisecond. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
