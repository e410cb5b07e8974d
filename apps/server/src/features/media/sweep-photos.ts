import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { eachBisected, eachRow, tryRow } from '#platform/database/each-row.ts'
import { forEachAtOnce } from '#platform/process/for-each-at-once.ts'
import { deleteUnattached } from './delete-photos.ts'
import { selectFileHashes, selectNamesInUse } from './files/file-queries.ts'
import { dropFiles } from './files/keep-files.ts'
import { selectPhotosMade, selectPhotosUnattached, selectPhotosUnfinished } from './queries.ts'
import { fileOf } from './store-rendering.ts'
import { sweepUploads } from './uploads/shared-uploads.ts'

const JOB = 'sweep-photos'
const namesAtOnce = 500
// Longer than any that is on its way: its job is there, or was a moment ago.
const unfinishedMs = 60 * 60_000

/**
 * Takes up photos whose job is gone: the queue keeps none for ever. Removes what nobody needs after a day: orphaned
 * photos, put nowhere (in a draft after 30 days), uploads left half-way, files no photo speaks of.
 */
export async function sweepPhotos(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - DAY_MS)
  await eachRow(
    ctx,
    JOB,
    (after) => selectPhotosUnattached(ctx.db, before, ctx.now, after),
    ({ id }) => ctx.transaction((tx) => deleteUnattached(tx, [id], ctx.now)),
  )
  await takeUpUnfinished(ctx)
  await sweepUploads(ctx, before)
  await sweepWorkFolder(ctx, before)
  await sweepFiles(ctx, before)
}

/** A photo whose job is still to run keeps to that one's pauses. */
async function takeUpUnfinished(ctx: Context) {
  const waiting = await ctx.jobs.waiting('finish-photo')
  // Every job of this name was sent with the photo it is about.
  const cared = waiting.map((data) => (data as { photo: PhotoId }).photo)
  for (const { id } of await selectPhotosUnfinished(ctx.db, new Date(ctx.now.getTime() - unfinishedMs), cared))
    await tryRow(ctx, JOB, id, () => ctx.transaction((tx) => tx.job('finish-photo', { photo: id })))
}

async function sweepWorkFolder(ctx: Context, before: Date) {
  const { workFolder } = ctx.storage
  for (const entry of await readdir(workFolder)) {
    const path = join(workFolder, entry)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtime < before) await tryRow(ctx, JOB, entry, () => rm(path, { recursive: true, force: true }))
  }
}

/** The name that a file begins with. */
export const nameOf = (file: string) => file.slice(0, 32)

/** Of these files those that no photo speaks of. */
async function ofNoPhoto(ctx: Context, files: readonly string[]): Promise<string[]> {
  const inUse = await selectNamesInUse(ctx.db, [...new Set(files.map(nameOf))])
  return files.filter((file) => !inUse.has(nameOf(file)))
}

/** Files written before an instant, some hundred at a time. */
async function* filesBefore({ storage }: Context, before: Date) {
  let files: string[] = []
  for await (const { name, writtenAt } of storage.list()) {
    if (writtenAt < before) files.push(name)
    if (files.length < namesAtOnce) continue
    yield files
    files = []
  }
  yield files
}

/** Files written before an instant that no photo speaks of, some at a time. */
export async function* strayFiles(ctx: Context, before: Date): AsyncGenerator<string[]> {
  for await (const files of filesBefore(ctx, before)) yield await ofNoPhoto(ctx, files)
}

async function sweepFiles(ctx: Context, before: Date) {
  for await (const files of strayFiles(ctx, before))
    await eachBisected(ctx, JOB, files, nameOf, (some) => dropFiles(ctx, some))
}

/** How many of these photos lack their original or their smallest rendering, or have one of another length. */
async function countLacking({ db, storage }: Context, photos: Awaited<ReturnType<typeof selectPhotosMade>>) {
  let [missing, cut] = [0, 0]
  const filesOf = ({ name, original, width }: (typeof photos)[number]) => [
    original,
    fileOf(name, { width, extension: 'webp' }),
  ]
  const known = await selectFileHashes(db, photos.flatMap(filesOf))
  await forEachAtOnce(photos, async (photo) => {
    const files = filesOf(photo)
    const found = await Promise.all(files.map((file) => storage.find(file)))
    if (found.includes(undefined)) missing++
    else if (found.some((one, at) => one?.sizeBytes !== (known.get(files[at] ?? '') ?? one)?.sizeBytes)) cut++
  })
  return { missing, cut }
}

/**
 * Holds photos and files against each other and changes neither: `missing` photos lack a file, `cut` ones have one of
 * another length than it was, `stray` files, a day old at least, are of none. The newest photos and some files, or all
 * of both.
 */
export async function compareFiles(ctx: Context, all: boolean) {
  let [looked, missing, cut] = [0, 0, 0]
  for (let last: PhotoId | null = null; ; ) {
    const photos: Awaited<ReturnType<typeof selectPhotosMade>> = await selectPhotosMade(ctx.db, last, namesAtOnce)
    looked += photos.length
    const lacking = await countLacking(ctx, photos)
    missing += lacking.missing
    cut += lacking.cut
    last = photos.at(-1)?.id ?? null
    if (!all || last === null) break
  }
  // While photos move a file may be listed twice.
  const strays = new Set<string>()
  for await (const files of strayFiles(ctx, new Date(ctx.now.getTime() - DAY_MS))) {
    for (const file of files) strays.add(file)
    if (!all) break
  }
  return { looked, missing, cut, stray: strays.size }
}
