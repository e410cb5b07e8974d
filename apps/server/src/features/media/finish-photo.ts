import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { enlargePhoto, renderPhoto, UndecodablePhoto } from './decode-photo.ts'
import { dropFiles, keepFiles } from './files/keep-files.ts'
import {
  countPhotosUnfinished,
  type StoredPhoto,
  selectPhoto,
  updatePhotoEnlarged,
  updatePhotoFailed,
} from './queries.ts'
import type { Framing } from './stage/photo-stage.ts'
import { fileOf, storeRendering } from './store-rendering.ts'
import { originalOf, withSources } from './with-sources.ts'

// What takes longer was interrupted, or the machine is short of something.
const ON_THE_WAY_MS = 5 * 60_000

const editOf = ({ crop, rotate, adjustments, stage }: StoredPhoto): Framing => ({ crop, rotate, adjustments, stage })

/**
 * Makes the renderings of a photo that was accepted and then left, because the process died, or that is drawn on a
 * stage from now on; does nothing if it is ready.
 * Only a photo that the decoder itself calls unreadable fails, and its original stays all the same. After anything
 * else, a decoder that starved or crashed, a full disk, it stays in processing, the operator is told, and the job tries
 * it again with growing pauses.
 */
export async function finishPhoto(ctx: Context, id: PhotoId): Promise<void> {
  const photo = await selectPhoto(ctx.db, id)
  if (photo?.state !== 'processing') return
  const { name } = photo
  const edit = editOf(photo)
  const original = originalOf(photo)
  try {
    const found = await withSources(ctx, photo, async ({ file, folder, portrait }) => {
      const made = await renderPhoto(file, folder, edit, portrait)
      await storeRendering(ctx, { id, from: name, name, edit, original }, made)
      return true
    })
    if (!found) throw new Error('the kept original is not on the disk')
  } catch (error) {
    // Another has made it meanwhile, and taken away the original that lay on its side.
    if ((await selectPhoto(ctx.db, id))?.originalName !== photo.originalName) return
    const acceptedSecondsAgo = Math.round((ctx.now.getTime() - Date.parse(photo.createdAt)) / 1000)
    ctx.log.error('photo-unfinished', error, { photo: id, acceptedSecondsAgo })
    if (!(error instanceof UndecodablePhoto)) throw error
    await failPhoto(ctx, id)
  }
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
  await withSources(ctx, photo, async ({ file, folder, portrait }) => {
    const { files } = await enlargePhoto(file, folder, editOf(photo), portrait)
    const made = files.map((each) => ({ name: fileOf(name, each), file: each.file }))
    await keepFiles(ctx, made)
    const widthsIn = (extension: string) =>
      files.flatMap((each) => (each.extension === extension ? each.width : [])).toSorted((a, b) => a - b)
    const widths = [...photo.widths, ...widthsIn('webp')]
    const isShown = await updatePhotoEnlarged(ctx.db, id, name, widths, widthsIn('avif'))
    if (!isShown)
      await dropFiles(
        ctx,
        made.map((each) => each.name),
      )
  })
}

/** How many photos should be ready by now and are not: above 0 the operator should look into the log. */
export const countUnfinished = (ctx: Context): Promise<number> =>
  countPhotosUnfinished(ctx.db, new Date(ctx.now.getTime() - ON_THE_WAY_MS))
