import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { forEachRow, forEachRowWithBisection, tryRow } from '#platform/database/for-each-row.ts'
import { forEachParallel } from '#platform/process/for-each-parallel.ts'
import { deleteUnattachedPhotos } from './delete-photos.ts'
import { selectFileHashes, selectMediaNamesInUse } from './files/file-queries.ts'
import { deleteStoredFiles } from './files/store-files.ts'
import { selectReadyPhotos, selectUnattachedPhotos, selectUnfinishedPhotos } from './queries.ts'
import { getRenderingFileName } from './store-rendering.ts'
import { sweepUploads } from './uploads/shared-uploads.ts'

const JOB = 'sweep-photos'
const BATCH_SIZE = 500
// Unfinished photos of this age get a new job, because no rendering takes as long.
const unfinishedMs = 60 * 60_000

/**
 * Creates a new job for unfinished photos if the queue has dropped their job. After a day, deletes unattached photos,
 * unfinished uploads, and files that nothing uses. Deletes an unattached photo in a draft 30 days after it was added to
 * the draft.
 */
export async function sweepPhotos(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - DAY_MS)
  await forEachRow(
    ctx,
    JOB,
    (after) => selectUnattachedPhotos(ctx.db, before, ctx.now, after),
    ({ id }) => ctx.transaction((tx) => deleteUnattachedPhotos(tx, [id], ctx.now)),
  )
  await resumeUnfinished(ctx)
  await sweepUploads(ctx, before)
  await sweepWorkFolder(ctx, before)
  await sweepFiles(ctx, before)
}

/**
 * Enqueues photos that are still processing. Skips photos that have a waiting job, so that the job keeps its retry
 * delay.
 */
async function resumeUnfinished(ctx: Context) {
  const waiting = await ctx.jobs.waiting('finish-photo')
  // The cast is safe: every job of this name has this payload.
  const enqueuedIds = waiting.map((data) => (data as { photo: PhotoId }).photo)
  for (const { id } of await selectUnfinishedPhotos(ctx.db, new Date(ctx.now.getTime() - unfinishedMs), enqueuedIds))
    await tryRow(ctx, JOB, id, () => ctx.transaction((tx) => tx.job('finish-photo', { photo: id })))
}

async function sweepWorkFolder(ctx: Context, before: Date) {
  const { workFolder } = ctx.storage
  for (const entry of await readdir(workFolder)) {
    const path = join(workFolder, entry)
    const stats = await stat(path).catch(() => undefined)
    if (stats && stats.mtime < before) await tryRow(ctx, JOB, entry, () => rm(path, { recursive: true, force: true }))
  }
}

/** Returns the media name at the beginning of a file name. */
export const extractMediaName = (file: string) => file.slice(0, 32)

async function filterStrayFiles(ctx: Context, files: readonly string[]): Promise<string[]> {
  const inUse = await selectMediaNamesInUse(ctx.db, [...new Set(files.map(extractMediaName))])
  return files.filter((file) => !inUse.has(extractMediaName(file)))
}

async function* listFilesBefore({ storage }: Context, before: Date) {
  let files: string[] = []
  for await (const { name, writtenAt } of storage.list()) {
    if (writtenAt < before) files.push(name)
    if (files.length < BATCH_SIZE) continue
    yield files
    files = []
  }
  yield files
}

/** Yields batches of files that were written before `before`, and that no photo, report, export or import uses. */
export async function* listStrayFiles(ctx: Context, before: Date): AsyncGenerator<string[]> {
  for await (const files of listFilesBefore(ctx, before)) yield await filterStrayFiles(ctx, files)
}

async function sweepFiles(ctx: Context, before: Date) {
  for await (const files of listStrayFiles(ctx, before))
    await forEachRowWithBisection(ctx, JOB, files, extractMediaName, (batch) => deleteStoredFiles(ctx, batch))
}

/**
 * Checks two files of each photo: the original and the smallest WebP. `missing`: number of photos that lack one of
 * them. `cut`: number of photos that have both, but one with a wrong length.
 */
async function countFaultyPhotos({ db, storage }: Context, photos: Awaited<ReturnType<typeof selectReadyPhotos>>) {
  let [missing, cut] = [0, 0]
  const listCheckedFiles = ({ name, original, width }: (typeof photos)[number]) => [
    original,
    getRenderingFileName(name, { width, extension: 'webp' }),
  ]
  const recordedHashes = await selectFileHashes(db, photos.flatMap(listCheckedFiles))
  await forEachParallel(photos, async (photo) => {
    const files = listCheckedFiles(photo)
    const storedFiles = await Promise.all(files.map((file) => storage.find(file)))
    if (storedFiles.includes(undefined)) missing++
    else if (
      storedFiles.some((file, at) => file?.sizeBytes !== (recordedHashes.get(files[at] ?? '') ?? file)?.sizeBytes)
    )
      cut++
  })
  return { missing, cut }
}

/**
 * Compares ready photos with two of their files, the original and the smallest WebP. Changes nothing. `looked`: number
 * of checked photos. `missing`: number of photos that lack one of the two files. `cut`: number of photos where one of
 * them has a wrong length. `stray`: number of files that nothing uses and that are at least a day old. If `all` is
 * false, checks only the newest 500 photos, and the first 500 files of that age.
 */
export async function comparePhotosWithFiles(ctx: Context, all: boolean) {
  let [looked, missing, cut] = [0, 0, 0]
  for (let last: PhotoId | null = null; ; ) {
    const photos: Awaited<ReturnType<typeof selectReadyPhotos>> = await selectReadyPhotos(ctx.db, last, BATCH_SIZE)
    looked += photos.length
    const faulty = await countFaultyPhotos(ctx, photos)
    missing += faulty.missing
    cut += faulty.cut
    last = photos.at(-1)?.id ?? null
    if (!all || last === null) break
  }
  // A set, because a file may be listed twice while files are moved between storages.
  const strays = new Set<string>()
  for await (const files of listStrayFiles(ctx, new Date(ctx.now.getTime() - DAY_MS))) {
    for (const file of files) strays.add(file)
    if (!all) break
  }
  return { looked, missing, cut, stray: strays.size }
}
