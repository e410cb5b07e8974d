import type { UserId } from '@pawtrait/contract/ids.ts'
import type { SQL } from 'drizzle-orm'

/**
 * Personal data in one table. Each feature lists its tables in `owned-data.ts`, and an export of a user's data contains
 * exactly what the lists say. Erasure is done by the foreign keys when the user's row is deleted. `owned-data.test.ts`
 * compares the lists with the database catalogue and fails for a column that names a user and is in no list.
 */
export type OwnedTable = {
  table: string
  /** The columns that reference a user. */
  columns: readonly string[]
  /** Content of the export, or the reason why there is none. */
  export: Exported | { nothing: string }
  /**
   * Effect of deleting the user. `row`: the database deletes the row. `name`: it clears the reference to the user.
   * `runs-out`: there is no reference, and the row expires as `why` explains.
   */
  erase: 'row' | 'name' | 'runs-out'
  why?: string
}

/**
 * A file of the export with a list of rows: some columns of the user's rows sorted by the first, or the rows of a
 * statement. Content by others is included only as far as the user may see it now. A `photoId` anywhere in a row is
 * completed by the photo's file, size and SHA-256; a `path` becomes an `address`.
 */
export type Exported = ({ columns: readonly string[] } | { rows: (user: UserId) => SQL }) & {
  /** File name without `.json`; by default the table's name with hyphens. */
  file?: string
  /** There is at most one row: the file contains an object instead of a list. */
  one?: true
  /** Flat rows: exported as CSV too. */
  csv?: true
}

export type ExportedTable = OwnedTable & { export: Exported }

export const isExported = (owned: OwnedTable): owned is ExportedTable => !('nothing' in owned.export)

export const nameOfFile = ({ table, export: { file } }: ExportedTable) => file ?? table.replaceAll('_', '-')
