import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { unedited } from '@pawtrait/contract/photos/photo-edit.ts'
import { renderPhoto } from '#features/media/decode-photo.ts'
import { selectPhoto } from '#features/media/queries.ts'
import { withSources } from '#features/media/with-sources.ts'
import type { Context, Tx } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import {
  deleteBlocked,
  insertBlocked,
  isOneBlocked,
  selectOlderThanBlocks,
  updateLikenesses,
} from './blocked-queries.ts'
import { everyWayUp } from './likeness-waves.ts'

/**
 * The pictures of photos that are taken down are not taken again, whoever brings them: neither the same file nor what
 * looks like one, whole or as it is shown. Once more changes nothing.
 */
export async function blockPictures(tx: Tx, photos: readonly PhotoId[], now: Date): Promise<void> {
  const unknown = await insertBlocked(tx.db, photos, now)
  for (const { id } of unknown) await tx.job('find-likeness', { photo: id })
}

/** Undoes `blockPictures`: what another photo blocked stays so. */
export async function unblockPictures(tx: Pick<Tx, 'db'>, photos: readonly PhotoId[]): Promise<void> {
  await deleteBlocked(tx.db, photos)
}

/** A photo accepted by an older release, or not made yet: what it looks like is found out once it is blocked. */
export async function findLikeness(ctx: Context, id: PhotoId): Promise<void> {
  const photo = await selectPhoto(ctx.db, id)
  if (!photo || photo.state === 'failed') return
  await withSources(ctx, photo, async ({ file, folder, portrait }) => {
    const whole = await renderPhoto(file, folder, { ...unedited, stage: null })
    const shown = await renderPhoto(file, folder, photo, portrait)
    await updateLikenesses(ctx.db, id, whole.likeness, shown.likeness)
  })
}

const words = 'This photo was taken down and cannot be posted again. If you think this is wrong, you can appeal.'

/** `photo`: which of those here it is. */
export const pictureTakenDown = (photo?: PhotoId) =>
  new Problem('picture-taken-down', words, {
    ...(photo && { errors: [{ field: `photos.${photo}`, code: 'taken-down', message: words }] }),
  })

/** For an edit of one that moderators took down: whoever judges an appeal sees what they saw. */
export const staysAsItWas = () =>
  new Problem(
    'picture-taken-down',
    'This photo was taken down, and stays as it was. If you think this is wrong, appeal.',
  )

const waysUp = (likeness: string | null) => (likeness === null ? [] : everyWayUp(likeness))

/** @throws Problem 'picture-taken-down' for a picture that is blocked; without `hash` it is asked what it looks like */
export async function refuseBlocked(
  db: Db,
  { hash, likeness }: { hash?: Uint8Array; likeness: string | null },
): Promise<void> {
  const hashes = hash ? [Buffer.from(hash).toString('hex')] : []
  if (await isOneBlocked(db, { hashes, likenesses: waysUp(likeness) }, null)) throw pictureTakenDown()
}

/**
 * The same for photos that are here: each was looked at when it came and when it was edited, so only against what was
 * blocked since.
 * @throws Problem 'picture-taken-down', its field `photos.` and the id of the photo
 */
export async function refuseBlockedSince({ db }: Pick<Tx, 'db'>, photos: readonly PhotoId[]): Promise<void> {
  for (const { id, hash, likeness, shown, since } of await selectOlderThanBlocks(db, photos)) {
    const likenesses = [...waysUp(likeness), ...(shown === likeness ? [] : waysUp(shown))]
    if (await isOneBlocked(db, { hashes: [hash], likenesses }, new Date(since))) throw pictureTakenDown(id)
  }
}
