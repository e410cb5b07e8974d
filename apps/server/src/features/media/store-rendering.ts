import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import { holdImages, renameImages } from '#features/users/account/show-image.ts'
import type { Context, Tx } from '#platform/context.ts'
import { newName } from '#platform/storage/storage.ts'
import type { KeptOriginal, RenderedPhoto } from './decode-photo.ts'
import { dropFiles, keepFiles } from './files/keep-files.ts'
import { isPortraitOfOthers, type NewRendering, selectPhoto, updatePhotoRendered } from './queries.ts'
import type { RenderedFile } from './render-photo.ts'

/** A rendering that was begun: the name the photo had then, the one it is to have, and the original it was made of. */
export type BegunRendering = {
  id: PhotoId
  from: string
  name: string
  edit: PhotoEdit
  /** Its file. */
  original: string
}

export const fileOf = (name: string, { width, extension }: Pick<RenderedFile, 'width' | 'extension'>) =>
  `${name}-${width}.${extension}`

/** A rendering whose files are in place, and which nothing shows yet. */
export type PutRendering = { begun: BegunRendering; rendering: NewRendering; files: string[] }

/** Puts the files of a rendering in place. */
export async function putRendering(ctx: Context, begun: BegunRendering, made: RenderedPhoto): Promise<PutRendering> {
  const { id, from, name, edit } = begun
  const { width, height, placeholder, likeness, files } = made
  const original = made.upright ? await putUpright(ctx, made.upright) : null
  await keepFiles(
    ctx,
    files.map((each) => ({ name: fileOf(name, each), file: each.file })),
  )
  const widths = files.flatMap((each) => (each.extension === 'webp' ? each.width : [])).toSorted((a, b) => a - b)
  const rendering = { id, from, name, width, height, placeholder, likeness, widths, edit, original }
  return { begun, rendering, files: files.map((each) => fileOf(name, each)) }
}

/** What stood before an edit that was asked for by itself, to be told to whoever shows the photo. */
export type WasEdited = PhotoEdit & { id: string }

/**
 * Makes the photo ready and shows the rendering as it; whoever shows it is told by `photo-settled`, and of an edit
 * by `photo-edited`. False when the photo was deleted, taken down or rendered otherwise meanwhile, or an edit is not
 * theirs to make any more.
 */
export async function showRendering(tx: Tx, { rendering }: PutRendering, was?: WasEdited) {
  const { id, from, name } = rendering
  if (name !== from) await holdImages(tx, from)
  // Rendering takes its time: the pet's people may have taken the editor off meanwhile.
  if (was && (await isPortraitOfOthers(tx.db, id))) return false
  const updated = await updatePhotoRendered(tx.db, rendering)
  if (!updated) return false
  if (name !== from) await renameImages(tx, from, name)
  // On a stage nothing wider can be made, and AVIF drawn later might show another portrait on the plate than WebP does.
  if (!updated.isStaged) await tx.job('enlarge-photo', { photo: id, name })
  if (updated.isAttached && updated.becameReady) await tx.job('photo-settled', { photo: id })
  if (updated.isAttached && was) await tx.job('photo-edited', { photo: id, ...was })
  return true
}

/**
 * Puts the files of a rendering in place and shows it, as `showRendering`.
 * True when it became the photo; else the files are gone again.
 */
export async function storeRendering(
  ctx: Context,
  begun: BegunRendering,
  made: RenderedPhoto,
  was?: WasEdited,
): Promise<boolean> {
  const put = await putRendering(ctx, begun, made)
  const isShown = await ctx.transaction((tx) => showRendering(tx, put, was))
  if (!isShown) await discardRendering(ctx, put)
  else if (put.rendering.original) await dropFiles(ctx, [begun.original])
  return isShown
}

async function putUpright(ctx: Context, { file, extension }: KeptOriginal) {
  const upright = { name: newName(), format: extension }
  await keepFiles(ctx, [{ name: `${upright.name}.${upright.format}`, file }])
  return upright
}

/**
 * Takes away what `putRendering` put and nothing shows. Another process may have made the same rendering under the same
 * name: its files stay.
 */
export async function discardRendering(ctx: Context, { rendering: { id, name, original }, files }: PutRendering) {
  const photo = await selectPhoto(ctx.db, id)
  const renderings = photo?.name === name ? [] : files
  await dropFiles(ctx, [...(original ? [`${original.name}.${original.format}`] : []), ...renderings])
}
