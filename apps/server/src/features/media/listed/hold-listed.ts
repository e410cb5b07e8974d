import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { pictureTakenDown } from '#features/media/blocked/block-pictures.ts'
import { keepFiles } from '#features/media/files/keep-files.ts'
import { insertPhoto, type NewPhoto } from '#features/media/queries.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { type HeldPhoto, isListed, selectHeld, selectHeldPhoto } from './listed-queries.ts'

/**
 * An upload that the operator's list names is no photo of anybody's: nobody sees it, its sender is told what everybody
 * is told whose picture was taken down, and its file is held as evidence. The desk hears of it by a job.
 * @throws Problem 'picture-taken-down'
 */
export async function refuseListed(ctx: UserContext, photo: NewPhoto, file: string): Promise<void> {
  if (ctx.config.hashListUrl === '' || !(await isListed(ctx.db, photo.hash))) return
  await keepFiles(ctx, [{ name: `${photo.originalName}.${photo.originalFormat}`, file }])
  await ctx.transaction(async (tx) => {
    await insertPhoto(tx.db, { ...photo, isHeld: true })
    await tx.job('report-listed', { photo: photo.id })
  })
  ctx.log.error('listed-picture', new Error('an upload is on the list of hashes'), { photo: photo.id, by: ctx.viewer })
  throw pictureTakenDown()
}

const MOST = 1_000

/** What is held, newest first. */
export const listHeld = (ctx: Context): Promise<HeldPhoto[]> => selectHeld(ctx.db, MOST)

/** One of it; nothing when it is none. */
export const heldPhoto = (ctx: Pick<Context, 'db'>, id: PhotoId) => selectHeldPhoto(ctx.db, id)
