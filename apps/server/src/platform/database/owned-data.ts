import type { UserId } from '@pawtrait/contract/ids.ts'
import type { SQL } from 'drizzle-orm'

/**
 * Personal data in one table, listed by each feature in `owned-data.ts`. Exports contain exactly these lists; foreign
 * keys erase the rows. A test compares the lists with the database catalogue.
 */
export type OwnedTable = {
  table: string
  columns: readonly string[]
  export: ExportFile | { nothing: string }
  /** Effect of deleting the user: the row is deleted, its reference is cleared, or it expires as `why` explains. */
  erase: 'row' | 'name' | 'runs-out'
  why?: string
}

/**
 * A file of the data export: columns of the user's rows, sorted by the first column, or the result of a query. It
 * includes content by other users only if the user may see it now. For a column `photoId`, the export adds the photo's
 * file name, size and SHA-256. It replaces a column `path` with the full URL in `address`.
 */
export type ExportFile = ({ columns: readonly string[] } | { rows: (user: UserId) => SQL }) & {
  /** File name without `.json`; by default the table's name with hyphens. */
  file?: string
  /** At most one row: exported as an object instead of a list. */
  one?: true
  /** Flat rows: exported as CSV too. */
  csv?: true
}

export type ExportedTable = OwnedTable & { export: ExportFile }

export const isExported = (owned: OwnedTable): owned is ExportedTable => !('nothing' in owned.export)

export const exportFileName = ({ table, export: { file } }: ExportedTable) => file ?? table.replaceAll('_', '-')
