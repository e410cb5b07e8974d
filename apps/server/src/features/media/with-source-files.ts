import type { Context } from '#platform/context.ts'
import { type StoredPhoto, selectPhotoByName } from './queries.ts'
import { getRenderingFileName } from './store-rendering.ts'

export const getOriginalFileName = ({ originalName, originalFormat }: StoredPhoto) =>
  `${originalName}.${originalFormat}`

export type SourceFiles = { file: string; folder: string; portrait: string | undefined }

/** Returns the file of the portrait's smallest JPEG, for the name plate; undefined without a portrait. */
async function findPortraitFile(ctx: Context, { stage }: StoredPhoto): Promise<string | undefined> {
  const name = stage?.plate?.portrait
  const portrait = name ? await selectPhotoByName(ctx.db, name) : undefined
  const width = portrait?.isDeleted ? undefined : portrait?.widths[0]
  return name && width ? getRenderingFileName(name, { width, extension: 'jpg' }) : undefined
}

/** Calls `use` with the source files of a rendering. Returns undefined when the original is missing. */
export async function withSourceFiles<T>(
  ctx: Context,
  photo: StoredPhoto,
  use: (sources: SourceFiles) => Promise<T>,
): Promise<T | undefined> {
  const portraitFile = await findPortraitFile(ctx, photo)
  const withOriginal = (portrait?: string) =>
    ctx.storage.withFile(getOriginalFileName(photo), (file) =>
      ctx.storage.withFolder((folder) => use({ file, folder, portrait })),
    )
  if (!portraitFile) return withOriginal()
  const outcome = await ctx.storage.withFile(portraitFile, async (portrait) => ({
    result: await withOriginal(portrait),
  }))
  return outcome ? outcome.result : withOriginal()
}
