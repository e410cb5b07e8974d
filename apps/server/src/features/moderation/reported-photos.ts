import type { UserId } from '@pawtrait/contract/ids.ts'
import { restorePhotos, takeDownPhotos } from '#features/media/files/take-down-photos.ts'
import type { Context, Tx } from '#platform/context.ts'
import { deleteReportedPhotos, eraseReportTexts, selectDeletedReportedPhotos } from './reported-photo-queries.ts'

/** Blocks new uploads of photos that the author deleted between the report and the take-down. */
export const blockReportedPhotos = async (tx: Tx, subject: string, now: Date) =>
  takeDownPhotos(tx, await selectDeletedReportedPhotos(tx.db, subject), now)

export const unblockReportedPhotos = async (tx: Tx, subject: string) =>
  restorePhotos(tx, await selectDeletedReportedPhotos(tx.db, subject))

/** Erases an owner's personal data from reports. The copied photos are deleted with the account. */
export const eraseReportTextsOfOwner = ({ db }: Pick<Tx, 'db'>, owner: UserId) => eraseReportTexts(db, owner)

const BATCH_SIZE = 200

/** Deletes copied photo files that moderators no longer need. */
export async function deleteReportedRenderings(ctx: Context): Promise<void> {
  for (let hasMore = true; hasMore; )
    hasMore = await ctx.transaction(async (tx) => {
      const renderings = await deleteReportedPhotos(tx.db, ctx.now, BATCH_SIZE)
      for (const rendering of renderings) await tx.job('delete-rendering', rendering)
      return renderings.length > 0
    })
}
