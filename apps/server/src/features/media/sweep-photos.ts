import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { deleteUnattached } from './delete-photos.ts'
import { selectNamesInUse, selectPhotosUnattached, selectPhotosUnfinished } from './queries.ts'

const namesAtOnce = 500
// Longer than any that is on its way: its job is there, or was a moment ago.
const unfinishedMs = 60 * 60_000

/**
 * Takes up photos whose job is gone: the queue keeps none for ever. Removes what nobody needs after a day: orphaned
 * photos, put nowhere (in a draft after 30 days), uploads left half-way, files no photo speaks of.
 */
export async function sweepPhotos(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - DAY_MS)
  for (let ids = await selectPhotosUnattached(ctx.db, before, ctx.now); ids.length > 0; ) {
    const unattached = ids
    await ctx.transaction((tx) => deleteUnattached(tx, unattached, ctx.now))
    ids = await selectPhotosUnattached(ctx.db, before, ctx.now)
  }
  await takeUpUnfinished(ctx)
  await sweepWorkFolder(ctx, before)
  await sweepFiles(ctx, before)
}

/** A photo whose job is still to run keeps to that one's pauses. */
async function takeUpUnfinished(ctx: Context) {
  const waiting = await ctx.jobs.waiting('finish-photo')
  // Every job of this name was sent with the photo it is about.
  const cared = waiting.map((data) => (data as { photo: PhotoId }).photo)
  for (const { id } of await selectPhotosUnfinished(ctx.db, new Date(ctx.now.getTime() - unfinishedMs), cared))
    await ctx.transaction((tx) => tx.job('finish-photo', { photo: id }))
}

async function sweepWorkFolder({ storage }: Context, before: Date) {
  for (const entry of await readdir(storage.workFolder)) {
    const path = join(storage.workFolder, entry)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true })
  }
}

async function sweepFiles(ctx: Context, before: Date) {
  let files: string[] = []
  const flush = async () => {
    const nameOf = (file: string) => file.slice(0, 32)
    const inUse = await selectNamesInUse(ctx.db, [...new Set(files.map(nameOf))])
    await ctx.storage.delete(files.filter((file) => !inUse.has(nameOf(file))))
    files = []
  }
  for await (const { name, writtenAt } of ctx.storage.list()) {
    if (writtenAt < before) files.push(name)
    if (files.length >= namesAtOnce) await flush()
  }
  await flush()
}
