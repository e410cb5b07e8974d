import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { selectExportedRows, setSnapshotTransaction } from '#features/exports/export-run-queries.ts'
import type { Context } from '#platform/context.ts'
import { type ExportFile, exportFileName, isExported, type OwnedTable } from '#platform/database/owned-data.ts'
import { linesOfFile } from '#platform/storage/lines-of-file.ts'

export type ExportedRow = Record<string, unknown>

/** The exported rows of one table, kept in a local file until they are written into the ZIP. */
export type RowFile = Pick<ExportFile, 'one' | 'csv'> & {
  name: string
  count: number
  rows: () => AsyncGenerator<ExportedRow>
}

async function* rowsIn(path: string): AsyncGenerator<ExportedRow> {
  for await (const line of linesOfFile(path)) yield JSON.parse(line) as ExportedRow
}

const withAddress = (site: string, { path, ...row }: ExportedRow): ExportedRow =>
  path === undefined ? row : { ...row, address: typeof path === 'string' ? site + path : null }

async function writeRows(path: string, site: string, batches: AsyncIterable<ExportedRow[]>): Promise<number> {
  let count = 0
  const file = await open(path, 'w', 0o600)
  try {
    for await (const rows of batches) {
      await file.writeFile(rows.map((row) => `${JSON.stringify(withAddress(site, row))}\n`).join(''))
      count += rows.length
    }
  } finally {
    await file.close()
  }
  return count
}

/** Reads the exported rows in one snapshot into a folder, so the transaction ends before photos are fetched. */
export function writeRowFiles(
  ctx: Context,
  ownedData: readonly OwnedTable[],
  user: UserId,
  folder: string,
): Promise<RowFile[]> {
  return ctx.transaction(async ({ db }) => {
    await setSnapshotTransaction(db)
    const files: RowFile[] = []
    for (const owned of ownedData.filter(isExported)) {
      const { one, csv } = owned.export
      const name = exportFileName(owned)
      const path = join(folder, `${name}.rows`)
      const count = await writeRows(path, ctx.config.publicUrl, selectExportedRows(db, owned, user))
      files.push({ name, count, rows: () => rowsIn(path), ...(one && { one }), ...(csv && { csv }) })
    }
    return files
  })
}
