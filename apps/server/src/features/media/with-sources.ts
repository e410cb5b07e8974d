import type { Context } from '#platform/context.ts'
import { type StoredPhoto, selectPhotoByName } from './queries.ts'
import { fileOf } from './store-rendering.ts'

/** The file of a photo's kept original. */
export const originalOf = ({ originalName, originalFormat }: StoredPhoto) => `${originalName}.${originalFormat}`

/** The files a rendering is made of, and the folder it is written into. */
export type Sources = { file: string; folder: string; portrait: string | undefined }

/** The smallest JPEG of the portrait on the plate; undefined when there is none, or none any more. */
async function portraitOf(ctx: Context, { stage }: StoredPhoto): Promise<string | undefined> {
  const name = stage?.plate?.portrait
  const portrait = name ? await selectPhotoByName(ctx.db, name) : undefined
  const width = portrait?.isDeleted ? undefined : portrait?.widths[0]
  return name && width ? fileOf(name, { width, extension: 'jpg' }) : undefined
}

/** Lends the files a rendering of the photo is made of; undefined when its original is not there. */
export async function withSources<T>(
  ctx: Context,
  photo: StoredPhoto,
  use: (sources: Sources) => Promise<T>,
): Promise<T | undefined> {
  const portraitFile = await portraitOf(ctx, photo)
  const withOriginal = (portrait?: string) =>
    ctx.storage.withFile(originalOf(photo), (file) =>
      ctx.storage.withFolder((folder) => use({ file, folder, portrait })),
    )
  if (!portraitFile) return withOriginal()
  const drawn = await ctx.storage.withFile(portraitFile, async (portrait) => ({ made: await withOriginal(portrait) }))
  return drawn ? drawn.made : withOriginal()
}
