import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import type { Archive } from './archive/open-archive.ts'
import type { PetRow } from './archive/pet-row.ts'
import type { RowOutcome } from './import-run-queries.ts'

export type ImportState = {
  ctx: UserContext
  archive: Archive
  /** The `PhotoEdit` of each edited photo, as JSON text. For 100,000 photos, objects take five times the memory. */
  edits: ReadonlyMap<PhotoId, string>
  pets: readonly PetRow[]
  /** Photo files that a row of the archive has already used. Each photo is imported once. */
  usedFiles: Set<string>
}

/** Records a row's outcome exactly once. `db`: transaction that imports the row, if any. @throws RunSupersededError */
export type RowOutcomeRecorder = (db: Db, outcome: Partial<RowOutcome>) => Promise<void>
