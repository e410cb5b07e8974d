import type { UserId } from '@pawtrait/contract/ids.ts'
import { putBackPhotos, takeDownPhotos } from '#features/media/files/take-down-photos.ts'
import type { Context, Tx } from '#platform/context.ts'
import { blankReportsOf, deleteReportedPhotos, selectReportedDeleted } from './reported-photo-queries.ts'

/** What was taken out of a thing or deleted with it before it was taken down is not taken again either. */
export const blockReported = async (tx: Tx, subject: string, now: Date) =>
  takeDownPhotos(tx, await selectReportedDeleted(tx.db, subject), now)

export const unblockReported = async (tx: Tx, subject: string) =>
  putBackPhotos(tx, await selectReportedDeleted(tx.db, subject))

/** Forgets what reports kept of somebody who is erased; their pictures go with their photos. */
export const forgetReported = ({ db }: Pick<Tx, 'db'>, owner: UserId) => blankReportsOf(db, owner)

const AT_ONCE = 200

/** Takes pictures off the storage that were kept for moderators, once nobody can ask for them any more. */
export async function releaseReported(ctx: Context): Promise<void> {
  for (let more = true; more; )
    more = await ctx.transaction(async (tx) => {
      const released = await deleteReportedPhotos(tx.db, ctx.now, AT_ONCE)
      for (const rendering of released) await tx.job('delete-rendering', rendering)
      return released.length > 0
    })
}
