import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Crop } from '@pawtrait/contract/photos.ts'
import { holdImages, renameImages } from '#features/users/show-image.ts'
import type { Context } from '#platform/context.ts'
import { newName } from '#platform/storage.ts'
import type { KeptOriginal, RenderedPhoto } from './decode-photo.ts'
import { selectPhoto, updatePhotoRendered } from './queries.ts'
import type { RenderedFile } from './render-photo.ts'

/** A rendering that was begun: the name the photo had then, the one it is to have, and the original it was made of. */
export type BegunRendering = {
  id: PhotoId
  from: string
  name: string
  crop: Crop | null
  rotate: 0 | 90 | 180 | 270
  /** Its file. */
  original: string
}

export const fileOf = (name: string, { width, extension }: Pick<RenderedFile, 'width' | 'extension'>) =>
  `${name}-${width}.${extension}`

/**
 * Puts the files of a rendering in place and makes the photo ready; whoever shows it hears of it by `photo-settled`.
 * True when it became the photo; else it was deleted or rendered otherwise meanwhile, and the files are gone again.
 */
export async function storeRendering(ctx: Context, begun: BegunRendering, made: RenderedPhoto): Promise<boolean> {
  const { id, from, name, crop, rotate } = begun
  const { width, height, placeholder, files } = made
  const upright = made.upright ? await putUpright(ctx, made.upright) : null
  await Promise.all(files.map((each) => ctx.storage.put(fileOf(name, each), { file: each.file })))
  const widths = files.flatMap((each) => (each.extension === 'webp' ? each.width : [])).toSorted((a, b) => a - b)
  const rendering = { id, from, name, width, height, placeholder, widths, crop, rotate, original: upright }
  const isShown = await ctx.transaction(async (tx) => {
    if (name !== from) await holdImages(tx, from)
    const updated = await updatePhotoRendered(tx.db, rendering)
    if (!updated) return false
    if (name !== from) await renameImages(tx, from, name)
    await tx.job('enlarge-photo', { photo: id, name })
    if (updated.isAttached && updated.becameReady) await tx.job('photo-settled', { photo: id })
    return true
  })
  if (isShown && upright) await ctx.storage.delete([begun.original])
  if (!isShown) await takeBack(ctx, begun, [...(upright ? [`${upright.name}.${upright.format}`] : [])], files)
  return isShown
}

async function putUpright(ctx: Context, { file, extension }: KeptOriginal) {
  const upright = { name: newName(), format: extension }
  await ctx.storage.put(`${upright.name}.${upright.format}`, { file })
  return upright
}

/** Another process may have made the same rendering under the same name: its files stay. */
async function takeBack(ctx: Context, { id, name }: BegunRendering, originals: string[], files: RenderedFile[]) {
  const photo = await selectPhoto(ctx.db, id)
  const renderings = photo?.name === name ? [] : files.map((each) => fileOf(name, each))
  await ctx.storage.delete([...originals, ...renderings])
}
