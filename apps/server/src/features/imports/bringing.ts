import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import type { Archive } from './archive/open-archive.ts'
import type { PetRow } from './archive/pet-row.ts'
import type { Outcome } from './run-queries.ts'

/** An archive on its way into an account, and what has to be known of all of it. */
export type Bringing = {
  ctx: UserContext
  archive: Archive
  /** Edited photos with their `PhotoEdit` as JSON text: 100,000 objects would take five times more. */
  edits: ReadonlyMap<PhotoId, string>
  pets: readonly PetRow[]
  /** Files of photos that a row has had: a photo stands in one place. */
  used: Set<string>
}

/**
 * Counts what became of a row, once for each; in the transaction that brings something in, where there is one.
 * @throws RunEnded when another run goes on with it
 */
export type Note = (db: Db, outcome: Partial<Outcome>) => Promise<void>
