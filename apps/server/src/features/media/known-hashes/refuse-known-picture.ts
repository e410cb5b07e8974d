import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { pictureTakenDownProblem } from '#features/media/blocked-photos/block-pictures.ts'
import { storeFiles } from '#features/media/files/store-files.ts'
import { insertPhoto, type NewPhoto } from '#features/media/queries.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { type EvidencePhoto, isKnownHash, selectEvidencePhoto, selectEvidencePhotos } from './hash-list-queries.ts'

/**
 * Refuses a picture on the operator's hash list like one that was taken down. Stores it as hidden evidence, which a job
 * reports.
 * @throws Problem 'picture-taken-down'
 */
export async function refuseKnownPicture(ctx: UserContext, photo: NewPhoto, file: string): Promise<void> {
  if (ctx.config.hashListUrl === '' || !(await isKnownHash(ctx.db, photo.hash))) return
  await storeFiles(ctx, [{ name: `${photo.originalName}.${photo.originalFormat}`, file }])
  await ctx.transaction(async (tx) => {
    await insertPhoto(tx.db, { ...photo, isEvidence: true })
    await tx.job('report-listed', { photo: photo.id })
  })
  ctx.log.error('listed-picture', new Error('an upload is on the list of hashes'), { photo: photo.id, by: ctx.viewer })
  throw pictureTakenDownProblem()
}

const MAX_EVIDENCE_PHOTOS = 1_000

/** Returns at most 1,000 photos that are kept as evidence, newest first. */
export const listEvidencePhotos = (ctx: Context): Promise<EvidencePhoto[]> =>
  selectEvidencePhotos(ctx.db, MAX_EVIDENCE_PHOTOS)

export const findEvidencePhoto = (ctx: Pick<Context, 'db'>, id: PhotoId) => selectEvidencePhoto(ctx.db, id)
