import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import { lockUsersWithAvatar, renameAvatars } from '#features/users/account/avatars.ts'
import type { Context, Tx } from '#platform/context.ts'
import { newFileName } from '#platform/storage/storage.ts'
import type { RemainingRenderings, RenderedPhoto, StoredOriginal } from './decode-photo.ts'
import { selectMediaNamesInUse } from './files/file-queries.ts'
import { deleteStoredFiles, storeFiles } from './files/store-files.ts'
import { isPortraitOfOthers, type NewRendering, updateCompletedPhoto, updateRendering } from './queries.ts'
import type { RenderedFile } from './render-photo.ts'
import { hasAllInitialWidths } from './served-widths.ts'

/** A rendering in progress. `from`: old media name of the photo; `name`: new media name; `original`: source file. */
export type RenderingInProgress = {
  id: PhotoId
  from: string
  name: string
  edit: PhotoEdit
  original: string
}

export const getRenderingFileName = (name: string, { width, extension }: Pick<RenderedFile, 'width' | 'extension'>) =>
  `${name}-${width}.${extension}`

/** A rendering that has stored files, but is not visible to users yet. */
export type StoredRendering = { inProgress: RenderingInProgress; rendering: NewRendering; files: string[] }

export async function storeRenderingFiles(
  ctx: Context,
  inProgress: RenderingInProgress,
  photo: RenderedPhoto,
): Promise<StoredRendering> {
  const { id, from, name, edit } = inProgress
  const { width, height, placeholder, likeness, files } = photo
  const { original, names } = await storeNamedFiles(ctx, name, photo)
  const widths = files.flatMap((each) => (each.extension === 'webp' ? each.width : [])).toSorted((a, b) => a - b)
  const rendering = {
    id,
    from,
    source: inProgress.original,
    name,
    width,
    height,
    placeholder,
    likeness,
    widths,
    edit,
    original,
  }
  return { inProgress, rendering, files: names }
}

/** Payload of the job `photo-edited`: the photo's settings before the edit, and an id of the edit. */
export type SettingsBeforeEdit = PhotoEdit & { id: string }

/**
 * Makes the rendering visible. If the photo is attached, enqueues `photo-settled` when it becomes ready, and
 * `photo-edited` for an edit. Enqueues `enlarge-photo` if all initial widths exist, except for a story image. Returns
 * false if the photo was deleted, taken down or rendered by another process. Also returns false if its owner may no
 * longer edit it.
 */
export async function activateRendering(tx: Tx, { rendering }: StoredRendering, previousEdit?: SettingsBeforeEdit) {
  const { id, from, name } = rendering
  if (name !== from) await lockUsersWithAvatar(tx, from)
  // The uploader may have lost the right to change the pet's portrait while the edit was rendered.
  if (previousEdit && (await isPortraitOfOthers(tx.db, id))) return false
  const updated = await updateRendering(tx.db, rendering)
  if (!updated) return false
  if (name !== from) await renameAvatars(tx, from, name)
  // A story image is 1080 px wide, so `enlarge-photo` would add only AVIF. An AVIF rendered later could show a newer
  // portrait than the WebP.
  if (!updated.isStaged && hasAllInitialWidths(rendering)) await tx.job('enlarge-photo', { photo: id, name })
  if (updated.isAttached && updated.becameReady) await tx.job('photo-settled', { photo: id })
  if (updated.isAttached && previousEdit) await tx.job('photo-edited', { photo: id, ...previousEdit })
  return true
}

/** Stores a rendering and makes it visible. Returns whether it is visible now; if not, deletes its files again. */
export async function storeRendering(
  ctx: Context,
  inProgress: RenderingInProgress,
  photo: RenderedPhoto,
  previousEdit?: SettingsBeforeEdit,
): Promise<boolean> {
  const stored = await storeRenderingFiles(ctx, inProgress, photo)
  const isShown = await ctx.transaction((tx) => activateRendering(tx, stored, previousEdit))
  if (!isShown) await discardRendering(ctx, stored)
  else if (stored.rendering.original) await deleteStoredFiles(ctx, [inProgress.original])
  return isShown
}

/** Adds the remaining initial widths to a ready photo. Deletes their files if the photo was changed or deleted. */
export async function storeRemainingRenderings(
  ctx: Context,
  { id, name, original: source }: Pick<RenderingInProgress, 'id' | 'name' | 'original'>,
  rest: RemainingRenderings,
): Promise<void> {
  if (rest.files.length === 0) return
  const { original, names } = await storeNamedFiles(ctx, name, rest)
  const widths = rest.files.map(({ width }) => width)
  const isShown = await ctx.transaction(async (tx) => {
    const updated = await updateCompletedPhoto(tx.db, { id, name, source, original, widths })
    if (updated) await tx.job('enlarge-photo', { photo: id, name })
    return updated !== undefined
  })
  if (!isShown) await discardFiles(ctx, { name, original }, names)
  else if (original) await deleteStoredFiles(ctx, [source])
}

/** Stores files under a media name. Returns their names, and name and format of any upright original. */
async function storeNamedFiles(ctx: Context, name: string, { files, upright }: RemainingRenderings) {
  const original = upright ? await storeUprightOriginal(ctx, upright) : null
  const filesToStore = files.map((each) => ({ name: getRenderingFileName(name, each), file: each.file }))
  await storeFiles(ctx, filesToStore)
  return { original, names: filesToStore.map((each) => each.name) }
}

async function storeUprightOriginal(ctx: Context, { file, extension }: StoredOriginal) {
  const upright = { name: newFileName(), format: extension }
  await storeFiles(ctx, [{ name: `${upright.name}.${upright.format}`, file }])
  return upright
}

/** Deletes the files of a rendering that is not shown, except files that a photo or a report uses. */
export const discardRendering = (ctx: Context, { rendering, files }: StoredRendering) =>
  discardFiles(ctx, rendering, files)

async function discardFiles(
  ctx: Context,
  { name, original }: Pick<NewRendering, 'name' | 'original'>,
  files: readonly string[],
) {
  const isInUse = (await selectMediaNamesInUse(ctx.db, [name])).has(name)
  const renderings = isInUse ? [] : files
  await deleteStoredFiles(ctx, [...(original ? [`${original.name}.${original.format}`] : []), ...renderings])
}
