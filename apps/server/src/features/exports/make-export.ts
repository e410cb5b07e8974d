import { Readable } from 'node:stream'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { ExportId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { OwnedTable } from '#platform/owned-data.ts'
import { archiveFormat, FORMAT_FILE } from './archive/archive-format.ts'
import { archivePhotos } from './archive/archive-photos.ts'
import { readableCopy } from './archive/readable-copy.ts'
import { RunEnded, refuseEnded } from './archive/run-ended.ts'
import { type RowFile, snapshotRows } from './archive/snapshot-rows.ts'
import { storePieces } from './archive/store-pieces.ts'
import { writeData } from './archive/write-data.ts'
import { writeZip, type Zip } from './archive/write-zip.ts'
import { type Run, updateExportFailed, updateExportReady, updateProgress, updateRunBegun } from './run-queries.ts'
import { dropPieces } from './sweep-exports.ts'

const LASTS_MS = 7 * DAY_MS
// What is killed is begun again too: one that ends its process each time must not do so for ever.
const MOST_RUNS = 8
/** Percent of the work that photos are. */
const PHOTOS = 95

/**
 * Makes an export, from the beginning however often it was begun: what an earlier run stored is taken away first, and a
 * run that is still going on elsewhere ends at its next step. Nothing of it is served before it is whole.
 */
export async function makeExport(ctx: Context, ownedData: readonly OwnedTable[], id: ExportId): Promise<void> {
  const run = await updateRunBegun(ctx.db, id, ctx.clock.now())
  if (!run) return
  try {
    if (run.run > MOST_RUNS) throw new Error('this export was begun too often')
    await dropPieces(ctx, id)
    const sizeBytes = await ctx.storage.withFolder((folder) => fill(ctx, ownedData, run, folder))
    await finish(ctx, run, sizeBytes)
  } catch (error) {
    if (error instanceof RunEnded) return
    if (run.run < MOST_RUNS) throw error
    ctx.log.error('make-export', error, { export: id })
    await updateExportFailed(ctx.db, run)
  }
}

/** Writes the ZIP on one side while the other stores it; either takes the other along when it fails. */
async function fill(ctx: Context, ownedData: readonly OwnedTable[], run: Run, folder: string): Promise<number> {
  const files = await snapshotRows(ctx, ownedData, run.user, folder)
  const zip = writeZip()
  const writing = writeAll(ctx, run, files, zip).catch((error: Error) => {
    zip.fail(error)
    throw error
  })
  const storing = storePieces(ctx, run, folder, zip.stream)
  const [written, stored] = await Promise.allSettled([writing, storing])
  // What broke the one is the cause; the other only saw it break off.
  if (stored.status === 'rejected') throw stored.reason
  if (written.status === 'rejected') throw written.reason
  return stored.value
}

async function writeAll(ctx: Context, run: Run, files: readonly RowFile[], zip: Zip) {
  const list = files.find(({ name }) => name === 'photos')
  if (!list) throw new Error('no feature gives the photos')
  let told = 0
  const photos = await archivePhotos(ctx, zip, list, async (done, all) => {
    const percent = Math.floor((PHOTOS * done) / all)
    if (percent === told) return
    told = percent
    refuseEnded(await updateProgress(ctx.db, run, percent, ctx.clock.now()))
  })
  const page = readableCopy(files, photos, { now: ctx.now, site: ctx.config.publicUrl })
  await zip.add('index.html', Readable.from(page), { compress: true, mtime: ctx.now })
  const format = Readable.from([`${JSON.stringify({ format: archiveFormat })}\n`])
  await zip.add(FORMAT_FILE, format, { compress: true, mtime: ctx.now })
  await writeData(zip, files, photos, ctx.now)
  zip.end()
}

async function finish(ctx: Context, run: Run, sizeBytes: number) {
  const at = ctx.clock.now()
  await ctx.transaction(async ({ db, job }) => {
    refuseEnded(await updateExportReady(db, run, sizeBytes, at, new Date(at.getTime() + LASTS_MS)))
    if (ctx.mail.on) await job('mail-export', { export: run.id })
  })
}
