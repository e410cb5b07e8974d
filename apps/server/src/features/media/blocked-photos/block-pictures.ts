import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import { renderPhoto } from '#features/media/decode-photo.ts'
import { selectPhoto } from '#features/media/queries.ts'
import { withSourceFiles } from '#features/media/with-source-files.ts'
import type { Context, Tx } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import {
  deleteBlockedPictures,
  insertBlockedPictures,
  isAnyPictureBlocked,
  selectPhotosOlderThanBlocks,
  updatePerceptualHashes,
} from './blocked-picture-queries.ts'
import { computeOrientationHashes } from './perceptual-hash-frequencies.ts'

/** Blocks uploads of the same files, and of pictures similar to these photos or their crops. Idempotent. */
export async function blockPictures(tx: Tx, photos: readonly PhotoId[], now: Date): Promise<void> {
  const photosWithoutHash = await insertBlockedPictures(tx.db, photos, now)
  for (const { id } of photosWithoutHash) await tx.job('find-likeness', { photo: id })
}

/** Undoes `blockPictures`. A picture remains blocked if another photo of it is blocked too. */
export async function unblockPictures(tx: Pick<Tx, 'db'>, photos: readonly PhotoId[]): Promise<void> {
  await deleteBlockedPictures(tx.db, photos)
}

/**
 * Computes and stores the missing perceptual hashes of a blocked photo. They are missing if the photo is from an older
 * release or was not rendered yet.
 */
export async function storePerceptualHashes(ctx: Context, id: PhotoId): Promise<void> {
  const photo = await selectPhoto(ctx.db, id)
  if (!photo || photo.state === 'failed') return
  await withSourceFiles(ctx, photo, async ({ file, folder, portrait }) => {
    const uncropped = await renderPhoto(file, folder, { ...noPhotoEdit, stage: null })
    const cropped = await renderPhoto(file, folder, photo, portrait)
    await updatePerceptualHashes(ctx.db, id, uncropped.likeness, cropped.likeness)
  })
}

const message = 'This photo was taken down and cannot be posted again. If you think this is wrong, you can appeal.'

/** Creates the Problem for a blocked picture. `photo`: id of a stored photo that the Problem names. */
export const pictureTakenDownProblem = (photo?: PhotoId) =>
  new Problem('picture-taken-down', message, {
    ...(photo && { errors: [{ field: `photos.${photo}`, code: 'taken-down', message }] }),
  })

/** Problem for editing a photo that was taken down. The photo must not change while an appeal may be decided. */
export const pictureHeldForAppealProblem = () =>
  new Problem(
    'picture-taken-down',
    'This photo was taken down and can’t be edited. If you think this is wrong, you can appeal.',
  )

const listOrientations = (likeness: string | null) => (likeness === null ? [] : computeOrientationHashes(likeness))

/** Refuses a blocked picture, by SHA-256 (if given) and perceptual hash. @throws Problem 'picture-taken-down' */
export async function refuseBlockedPicture(
  db: Db,
  { hash, likeness }: { hash?: Uint8Array; likeness: string | null },
): Promise<void> {
  const hashes = hash ? [Buffer.from(hash).toString('hex')] : []
  if (await isAnyPictureBlocked(db, { hashes, likenesses: listOrientations(likeness) }, null))
    throw pictureTakenDownProblem()
}

/** Refuses stored photos that were blocked since upload. @throws Problem 'picture-taken-down', field `photos.<id>` */
export async function refusePicturesBlockedSinceUpload(
  { db }: Pick<Tx, 'db'>,
  photos: readonly PhotoId[],
): Promise<void> {
  for (const { id, hash, likeness, shown, since } of await selectPhotosOlderThanBlocks(db, photos)) {
    const likenesses = [...listOrientations(likeness), ...(shown === likeness ? [] : listOrientations(shown))]
    if (await isAnyPictureBlocked(db, { hashes: [hash], likenesses }, new Date(since)))
      throw pictureTakenDownProblem(id)
  }
}
