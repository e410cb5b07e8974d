import type { UserId } from '@pawtrait/contract/ids.ts'
import type { SQL } from 'drizzle-orm'

/**
 * Personal data in one table, listed by each feature in `owned-data.ts`. Exports contain exactly these lists. Foreign
 * keys erase the rows. A test compares the lists with the database catalogue.
 */
export type OwnedTable = {
  table: string
  columns: readonly string[]
  export: ExportFile | { nothing: string }
  /** Effect of deleting the user: deletes the row, clears the reference, or lets it expire as `why` explains. */
  erase: 'row' | 'name' | 'runs-out'
  why?: string
}

/**
 * A file of the data export. It contains columns of the user's rows, sorted by the first column, or the result of a
 * query. A query returns other users' content only if the user may see it now. The export adds a photo's file name,
 * size and SHA-256 for a column `photoId`, and replaces a column `path` with the full URL in `address`.
 */
export type ExportFile = ({ columns: readonly string[] } | { rows: (user: UserId) => SQL }) & {
  /** File name without `.json`; by default the table's name with hyphens. */
  file?: string
  /** Exports the only row as an object instead of a list. */
  one?: true
  /** Exports the rows as CSV too. They must be flat. */
  csv?: true
}

export type ExportedTable = OwnedTable & { export: ExportFile }

export const isExported = (owned: OwnedTable): owned is ExportedTable => !('nothing' in owned.export)

export const exportFileName = ({ table, export: { file } }: ExportedTable) => file ?? table.replaceAll('_', '-')
