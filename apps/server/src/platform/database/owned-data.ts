import type { UserId } from '@pawtrait/contract/ids.ts'
import type { SQL } from 'drizzle-orm'

/**
 * Personal data in one table. Each feature lists its tables in `owned-data.ts`. Exports contain exactly the listed
 * data. Foreign keys erase the rows. A test compares the lists with the database catalogue.
 */
export type OwnedTable = {
  table: string
  columns: readonly string[]
  export: ExportFile | { nothing: string }
  /**
   * Effect of deleting the user. `row`: the row is deleted. `name`: the row loses its reference to the user.
   * `runs-out`: the row expires later. `why` gives the reason for `name` and `runs-out`.
   */
  erase: 'row' | 'name' | 'runs-out'
  why?: string
}

/**
 * A file of the data export. It contains columns of the user's rows, sorted by the first column, or the rows of a
 * query. A query returns other users' content only if the user may see it now. For a column `photoId`, the export adds
 * the photo's file name, size and SHA-256. It replaces a column `path` with the full URL, named `address`.
 */
export type ExportFile = ({ columns: readonly string[] } | { rows: (user: UserId) => SQL }) & {
  /** File name without `.json`. Defaults to the table's name with hyphens. */
  file?: string
  /** Exports a single row as an object instead of a list. */
  one?: true
  /** Also exports the rows as CSV. The rows must have no nested values. */
  csv?: true
}

export type ExportedTable = OwnedTable & { export: ExportFile }

export const isExported = (owned: OwnedTable): owned is ExportedTable => !('nothing' in owned.export)

export const exportFileName = ({ table, export: { file } }: ExportedTable) => file ?? table.replaceAll('_', '-')
