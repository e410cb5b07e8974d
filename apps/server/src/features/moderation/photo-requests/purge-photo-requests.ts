import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { REQUEST_DAYS } from '@pawtrait/contract/moderation/photo-requests.ts'
import type { Context } from '#platform/context.ts'
import { deleteOldRequests, updateRequestsOfGone } from './photo-request-queries.ts'

/**
 * Deletes requests some time after the answer, or after the maximum without one. First notifies requesters whose photo
 * its poster has deleted.
 */
export async function purgePhotoRequests({ db, now, transaction }: Context): Promise<void> {
  await transaction(async (tx) => {
    for (const { id } of await updateRequestsOfGone(tx.db, now))
      await tx.job('mail-requester', { request: id, what: 'outcome' })
  })
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await deleteOldRequests(db, { answered: ago(REQUEST_DAYS.answered), asked: ago(REQUEST_DAYS.most) })
}
