import { Readable } from 'node:stream'
import { formatCsv } from '#platform/text/csv.ts'
import { type ArchivedPhotosById, addPhotoFiles } from './archive-photos.ts'
import type { ExportedRow, RowFile } from './row-files.ts'
import type { ZipWriter } from './zip-writer.ts'

async function* formatRowsAsJson({ rows, one }: RowFile, photos: ArchivedPhotosById) {
  let separator = one ? '' : '[\n'
  for await (const row of rows()) {
    yield separator + JSON.stringify(addPhotoFiles(row, photos), undefined, one && 2)
    separator = ',\n'
  }
  if (one) yield '\n'
  else yield separator === '[\n' ? '[]\n' : '\n]\n'
}

const formatCell = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

async function* formatRowsAsCsv({ rows }: RowFile) {
  let columnNames: string[] | undefined
  for await (const row of rows()) {
    if (!columnNames) {
      columnNames = Object.keys(row)
      yield formatCsv([columnNames])
    }
    yield formatCsv([columnNames.map((name) => formatCell(row[name]))])
  }
}

export async function writeDataFiles(
  zip: ZipWriter,
  files: readonly RowFile[],
  photos: ArchivedPhotosById,
  now: Date,
): Promise<void> {
  const options = { compress: true, mtime: now }
  for (const file of files) {
    await zip.add(`${file.name}.json`, Readable.from(formatRowsAsJson(file, photos)), options)
    if (file.csv) await zip.add(`${file.name}.csv`, Readable.from(formatRowsAsCsv(file)), options)
  }
}

export async function* readRowsWithPhotos(files: readonly RowFile[], name: string, photos: ArchivedPhotosById) {
  const file = files.find((candidate) => candidate.name === name)
  if (file) for await (const row of file.rows()) yield addPhotoFiles(row, photos) as ExportedRow
}
