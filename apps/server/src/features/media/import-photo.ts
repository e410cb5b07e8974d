import { join } from 'node:path'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { requireRoomForFiles } from '#platform/storage/free-space.ts'
import { acceptPhoto } from './accept-photo.ts'
import { toStorageProblem } from './background-work.ts'
import { deleteRenderings } from './delete-photos.ts'
import { applyEdit, isShownWithEdit } from './edit-photo.ts'
import { requireOwnPhoto } from './own-photo.ts'
import { backdatePhotoRows } from './queries.ts'
import { writeUpload } from './receive-photo.ts'

/**
 * Creates a photo from an imported file and waits until it is shown with `edit`. The daily quota does not apply.
 * @throws Problem of `fileProblemCodes`, 'storage-full', 'unavailable'
 */
export async function importPhoto(
  ctx: UserContext,
  incoming: AsyncIterable<Buffer>,
  edit: PhotoEdit,
): Promise<PhotoId> {
  await requireRoomForFiles(ctx.config)
  const ids: PhotoId[] = []
  await ctx.storage
    .withFolder(async (folder) => {
      const file = join(folder, 'upload')
      await writeUpload(file, incoming)
      await acceptPhoto(ctx, file, folder, ({ id }) => void ids.push(id), { enforceLimits: false })
    })
    .catch((error: unknown) => {
      throw toStorageProblem(ctx, error)
    })
  const [id] = ids
  if (!id) throw new Error('a photo was accepted and has no id')
  const photo = await requireOwnPhoto(ctx, id)
  if (photo.state !== 'ready') throw new Error('a photo was rendered and is not ready')
  if (!isShownWithEdit(photo, edit) && (await applyEdit(ctx, photo, edit))) await deleteRenderings(ctx, [photo])
  return id
}

/** Backdates attached photos, so that they do not count towards today's quota. */
export const backdatePhotos = (tx: Tx, ids: readonly PhotoId[], at: Date) => backdatePhotoRows(tx.db, ids, at)
