import { Readable } from 'node:stream'
import { formatCsv } from '#platform/text/csv.ts'
import { type ArchivedPhotosById, addPhotoFiles } from './archive-photos.ts'
import type { ExportedRow, RowFile } from './row-files.ts'
import type { ZipWriter } from './zip-writer.ts'

async function* asJson({ rows, one }: RowFile, photos: ArchivedPhotosById) {
  let before = one ? '' : '[\n'
  for await (const row of rows()) {
    yield before + JSON.stringify(addPhotoFiles(row, photos), undefined, one && 2)
    before = ',\n'
  }
  if (one) yield '\n'
  else yield before === '[\n' ? '[]\n' : '\n]\n'
}

const cellOf = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

async function* asTable({ rows }: RowFile) {
  let heads: string[] | undefined
  for await (const row of rows()) {
    if (!heads) {
      heads = Object.keys(row)
      yield formatCsv([heads])
    }
    yield formatCsv([heads.map((head) => cellOf(row[head]))])
  }
}

export async function writeDataFiles(
  zip: ZipWriter,
  files: readonly RowFile[],
  photos: ArchivedPhotosById,
  now: Date,
): Promise<void> {
  const packing = { compress: true, mtime: now }
  for (const file of files) {
    await zip.add(`${file.name}.json`, Readable.from(asJson(file, photos)), packing)
    if (file.csv) await zip.add(`${file.name}.csv`, Readable.from(asTable(file)), packing)
  }
}

export async function* readRowsWithPhotos(files: readonly RowFile[], name: string, photos: ArchivedPhotosById) {
  const file = files.find((candidate) => candidate.name === name)
  if (file) for await (const row of file.rows()) yield addPhotoFiles(row, photos) as ExportedRow
}
