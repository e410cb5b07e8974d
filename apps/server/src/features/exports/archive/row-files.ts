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

async function* readRows(path: string): AsyncGenerator<ExportedRow> {
  for await (const line of linesOfFile(path)) yield JSON.parse(line) as ExportedRow
}

const addAddress = (site: string, { path, ...row }: ExportedRow): ExportedRow =>
  path === undefined ? row : { ...row, address: typeof path === 'string' ? site + path : null }

async function writeRows(path: string, site: string, batches: AsyncIterable<ExportedRow[]>): Promise<number> {
  let count = 0
  const file = await open(path, 'w', 0o600)
  try {
    for await (const rows of batches) {
      await file.writeFile(rows.map((row) => `${JSON.stringify(addAddress(site, row))}\n`).join(''))
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
    for (const table of ownedData.filter(isExported)) {
      const { one, csv } = table.export
      const name = exportFileName(table)
      const path = join(folder, `${name}.rows`)
      const count = await writeRows(path, ctx.config.publicUrl, selectExportedRows(db, table, user))
      files.push({ name, count, rows: () => readRows(path), ...(one && { one }), ...(csv && { csv }) })
    }
    return files
  })
}
