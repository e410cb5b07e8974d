import type { UserId } from '@pawtrait/contract/ids.ts'
import type { SQL } from 'drizzle-orm'

/**
 * What one table knows of a person. Each feature lists its tables in `owned-data.ts`; an export of somebody's data
 * gives what the lists say and nothing else. Erasing is what the foreign keys do when a user's row is deleted.
 * `owned-data.test.ts` compares the lists with the database's catalogue: a column that names a person and stands in
 * none of them fails.
 */
export type OwnedTable = {
  table: string
  /** The columns that name a person. */
  columns: readonly string[]
  /** What an export of a person gives of it, or nothing and why. */
  export: Exported | { nothing: string }
  /**
   * What becomes of it when the user is deleted: the database deletes the row with the user (`row`) or forgets who
   * it was (`name`); `runs-out`: no reference, the row goes by itself within the time told by `why`.
   */
  erase: 'row' | 'name' | 'runs-out'
  why?: string
}

/**
 * A list of rows, a file of its own: some columns of the rows that name the person, sorted by the first of them, or the
 * rows of a statement. What others wrote is given as the person may see it now. `photoId`, wherever it stands in a row,
 * gets the photo's file in the export, its size and its SHA-256 beside it; `path` of a row becomes its `address`.
 */
export type Exported = ({ columns: readonly string[] } | { rows: (user: UserId) => SQL }) & {
  /** Name of the file without `.json`; else the table's, with hyphens. */
  file?: string
  /** There is one row: the file holds it, not a list. */
  one?: true
  /** Flat rows: given as a table for spreadsheets too. */
  csv?: true
}

/** A table of which an export gives something. */
export type ExportedTable = OwnedTable & { export: Exported }

export const isExported = (owned: OwnedTable): owned is ExportedTable => !('nothing' in owned.export)

/** What the file of its rows is called, without an ending. */
export const nameOfFile = ({ table, export: { file } }: ExportedTable) => file ?? table.replaceAll('_', '-')
