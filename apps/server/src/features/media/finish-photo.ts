import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { enlargePhoto, renderPhoto, UndecodablePhotoError } from './decode-photo.ts'
import { deleteStoredFiles, storeFiles } from './files/store-files.ts'
import {
  countUnfinishedPhotoRows,
  markPhotoFailed,
  type StoredPhoto,
  selectPhoto,
  updateLargeWidths,
} from './queries.ts'
import { hasAllInitialWidths } from './served-widths.ts'
import type { RenderingSettings } from './stage/photo-stage.ts'
import { getRenderingFileName, storeRemainingRenderings, storeRendering } from './store-rendering.ts'
import { getOriginalFileName, withSourceFiles } from './with-source-files.ts'

// Longest normal time until a photo is ready. A longer time means a crashed process, or a lack of memory or disk.
const EXPECTED_MS = 5 * 60_000

const toRenderingSettings = ({ crop, rotate, adjustments, stage }: StoredPhoto): RenderingSettings => ({
  crop,
  rotate,
  adjustments,
  stage,
})

/**
 * Renders a photo that is still processing, after a crash or for a story. Adds missing initial widths to a ready photo.
 * Marks a photo as failed only if it is unreadable, and keeps its original. After other errors, the job is retried.
 */
export async function finishPhoto(ctx: Context, id: PhotoId): Promise<void> {
  const photo = await selectPhoto(ctx.db, id)
  if (!photo || photo.state === 'failed' || (photo.state === 'ready' && hasAllInitialWidths(photo))) return
  const { name } = photo
  const edit = toRenderingSettings(photo)
  const original = getOriginalFileName(photo)
  try {
    const hasOriginal = await withSourceFiles(ctx, photo, async ({ file, folder, portrait }) => {
      const rendered = await renderPhoto(file, folder, edit, portrait)
      if (photo.state === 'ready') await storeRemainingRenderings(ctx, { id, name, original }, rendered)
      else await storeRendering(ctx, { id, from: name, name, edit, original }, rendered)
      return true
    })
    if (!hasOriginal) throw new Error('the original of the photo is not in the storage')
  } catch (error) {
    // Another process has already rendered the photo and replaced the original by an upright one.
    if ((await selectPhoto(ctx.db, id))?.originalName !== photo.originalName) return
    const acceptedSecondsAgo = Math.round((ctx.now.getTime() - Date.parse(photo.createdAt)) / 1000)
    ctx.log.error('photo-unfinished', error, { photo: id, acceptedSecondsAgo })
    if (!(error instanceof UndecodablePhotoError)) throw error
    await failPhoto(ctx, id)
  }
}

const failPhoto = (ctx: Context, id: PhotoId) =>
  ctx.transaction(async (tx) => {
    const failedPhoto = await markPhotoFailed(tx.db, id)
    if (!failedPhoto) return
    await tx.job('delete-photo-files', { photo: id })
    if (failedPhoto.isAttached) await tx.job('photo-settled', { photo: id })
  })

/** Adds larger widths and AVIF to a ready photo, unless an edit has changed the photo's media name. */
export async function addLargeRenderings(ctx: Context, id: PhotoId, name: string): Promise<void> {
  const photo = await selectPhoto(ctx.db, id)
  if (photo?.state !== 'ready' || photo.name !== name || photo.avifWidths.length > 0) return
  await withSourceFiles(ctx, photo, async ({ file, folder, portrait }) => {
    const { files } = await enlargePhoto(file, folder, toRenderingSettings(photo), portrait)
    const filesToStore = files.map((each) => ({ name: getRenderingFileName(name, each), file: each.file }))
    await storeFiles(ctx, filesToStore)
    const listWidths = (extension: string) =>
      files.flatMap((each) => (each.extension === extension ? each.width : [])).toSorted((a, b) => a - b)
    const widths = [...photo.widths, ...listWidths('webp')]
    const isShown = await updateLargeWidths(ctx.db, id, name, widths, listWidths('avif'))
    if (!isShown)
      await deleteStoredFiles(
        ctx,
        filesToStore.map((each) => each.name),
      )
  })
}

/** Returns the number of photos still processing after 5 minutes. Above 0, the operator should read the log. */
export const countUnfinishedPhotos = (ctx: Context): Promise<number> =>
  countUnfinishedPhotoRows(ctx.db, new Date(ctx.now.getTime() - EXPECTED_MS))
