import { Readable } from 'node:stream'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { OwnedTable } from '#platform/database/owned-data.ts'
import { ARCHIVE_FORMAT_VERSION, FORMAT_FILE_NAME } from './archive-format.ts'
import { writePhotos } from './archive-photos.ts'
import { renderReadableCopy } from './readable-copy.ts'
import { type RowFile, writeRowFiles } from './row-files.ts'
import { writeDataFiles } from './write-data-files.ts'
import { createZipWriter, type ZipWriter } from './zip-writer.ts'

// Progress in percent once all photos are written. Photos take most of the time.
const PHOTOS_PERCENT = 95

type ArchiveOptions = {
  user: UserId
  ownedData: readonly OwnedTable[]
  /** Folder for the row files until they are written into the ZIP. */
  folder: string
  onProgress: (percent: number) => Promise<void>
}

/** Writes the ZIP of a user's data into a stream that `readStream` reads. If writing or reading fails, both stop. */
export async function writeArchive<Result>(
  ctx: Context,
  { user, ownedData, folder, onProgress }: ArchiveOptions,
  readStream: (stream: Readable) => Promise<Result>,
): Promise<Result> {
  const files = await writeRowFiles(ctx, ownedData, user, folder)
  const zip = createZipWriter()
  const writing = writeContents(ctx, files, zip, onProgress).catch((error: Error) => {
    zip.fail(error)
    throw error
  })
  const [writerResult, readerResult] = await Promise.allSettled([writing, readStream(zip.stream)])
  // A failed reader of the stream also makes the writer fail, so the reader's error is thrown first.
  if (readerResult.status === 'rejected') throw readerResult.reason
  if (writerResult.status === 'rejected') throw writerResult.reason
  return readerResult.value
}

async function writeContents(
  ctx: Context,
  files: readonly RowFile[],
  zip: ZipWriter,
  onProgress: ArchiveOptions['onProgress'],
) {
  const photoRows = files.find(({ name }) => name === 'photos')
  if (!photoRows) throw new Error('no feature exports a list of photos')
  let lastPercent = 0
  const photos = await writePhotos(ctx, zip, photoRows, async (done, total) => {
    const percent = Math.floor((PHOTOS_PERCENT * done) / total)
    if (percent === lastPercent) return
    lastPercent = percent
    await onProgress(percent)
  })
  const page = renderReadableCopy(files, photos, {
    now: ctx.now,
    site: ctx.config.publicUrl,
    timeZone: ctx.config.timeZone,
  })
  await zip.add('index.html', Readable.from(page), { compress: true, mtime: ctx.now })
  const format = Readable.from([`${JSON.stringify({ format: ARCHIVE_FORMAT_VERSION })}\n`])
  await zip.add(FORMAT_FILE_NAME, format, { compress: true, mtime: ctx.now })
  await writeDataFiles(zip, files, photos, ctx.now)
  zip.end()
}
