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
const PHOTOS = 95

type Archive = {
  user: UserId
  ownedData: readonly OwnedTable[]
  /** Folder for the row files until they are written into the ZIP. */
  folder: string
  onProgress: (percent: number) => Promise<void>
}

/** Writes the ZIP of a user's data into a stream, which `take` reads. If the writer or `take` fails, both end. */
export async function writeArchive<Result>(
  ctx: Context,
  { user, ownedData, folder, onProgress }: Archive,
  take: (stream: Readable) => Promise<Result>,
): Promise<Result> {
  const files = await writeRowFiles(ctx, ownedData, user, folder)
  const zip = createZipWriter()
  const writing = writeAll(ctx, files, zip, onProgress).catch((error: Error) => {
    zip.fail(error)
    throw error
  })
  const [written, taken] = await Promise.allSettled([writing, take(zip.stream)])
  // A failed reader of the stream also makes the writer fail, so the reader's error is thrown first.
  if (taken.status === 'rejected') throw taken.reason
  if (written.status === 'rejected') throw written.reason
  return taken.value
}

async function writeAll(ctx: Context, files: readonly RowFile[], zip: ZipWriter, onProgress: Archive['onProgress']) {
  const list = files.find(({ name }) => name === 'photos')
  if (!list) throw new Error('no feature exports a list of photos')
  let lastPercent = 0
  const photos = await writePhotos(ctx, zip, list, async (done, all) => {
    const percent = Math.floor((PHOTOS * done) / all)
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
