import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { ChildFailed } from '#platform/child-pool.ts'
import type { Context } from '#platform/context.ts'
import { enlargePhoto, isPhotosFault, renderPhoto, UndecodablePhoto } from './decode-photo.ts'
import { selectPhoto, type StoredPhoto, updatePhotoEnlarged, updatePhotoFailed } from './queries.ts'
import { fileOf, storeRendering } from './store-rendering.ts'

// A photo that has brought the decoder down for so long will not be read by trying again; where somebody else ended
// the decoder, for a day.
const triedForMs = 10 * 60_000
const killedForMs = 24 * 60 * 60_000

const originalOf = (photo: StoredPhoto) => `${photo.originalName}.${photo.originalFormat}`

/**
 * Makes the renderings of a photo that was accepted and then left, because the process died; does nothing if it is
 * ready.
 * A photo that cannot be rendered fails, and its files go. A full disk or a dead database fails no photo: the sweep
 * sends the job again and again.
 */
export async function finishPhoto(ctx: Context, id: PhotoId): Promise<void> {
  const photo = await selectPhoto(ctx.db, id)
  if (photo?.state !== 'processing') return
  const { name, crop, rotate } = photo
  const original = originalOf(photo)
  try {
    const found = await ctx.storage.withFile(original, (file) =>
      ctx.storage.withFolder(async (folder) => {
        const made = await renderPhoto(file, folder, { crop, rotate })
        await storeRendering(ctx, { id, from: name, name, crop, rotate, original }, made)
        return true
      }),
    )
    if (!found) await failPhoto(ctx, id)
  } catch (error) {
    if (isHopeless(error, ctx.now.getTime() - Date.parse(photo.createdAt))) return failPhoto(ctx, id)
    throw error
  }
}

function isHopeless(error: unknown, ageMs: number): boolean {
  if (error instanceof UndecodablePhoto) return true
  return error instanceof ChildFailed && ageMs > (isPhotosFault(error) ? triedForMs : killedForMs)
}

const failPhoto = (ctx: Context, id: PhotoId) =>
  ctx.transaction(async (tx) => {
    const failed = await updatePhotoFailed(tx.db, id)
    if (!failed) return
    await tx.job('delete-photo-files', { photo: id })
    if (failed.isAttached) await tx.job('photo-settled', { photo: id })
  })

/** Adds the larger widths and AVIF to a ready photo; nothing happens when it is no longer shown under that name. */
export async function addLargeRenderings(ctx: Context, id: PhotoId, name: string): Promise<void> {
  const photo = await selectPhoto(ctx.db, id)
  if (photo?.state !== 'ready' || photo.name !== name || photo.avifWidths.length > 0) return
  await ctx.storage.withFile(originalOf(photo), (file) =>
    ctx.storage.withFolder(async (folder) => {
      const { files } = await enlargePhoto(file, folder, photo)
      await Promise.all(files.map((each) => ctx.storage.put(fileOf(name, each), { file: each.file })))
      const widthsIn = (extension: string) =>
        files.flatMap((each) => (each.extension === extension ? each.width : [])).toSorted((a, b) => a - b)
      const widths = [...photo.widths, ...widthsIn('webp')]
      const isShown = await updatePhotoEnlarged(ctx.db, id, name, widths, widthsIn('avif'))
      if (!isShown) await ctx.storage.delete(files.map((each) => fileOf(name, each)))
    }),
  )
}
