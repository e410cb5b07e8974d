import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { REQUEST_DAYS } from '@pawtrait/contract/moderation/photo-requests.ts'
import type { Context } from '#platform/context.ts'
import { deleteOldRequests, updateRequestsOfDeleted } from './photo-request-queries.ts'

/** Deletes answered and overdue requests. Notifies the requesters of deleted photos first. */
export async function purgePhotoRequests({ db, now, transaction }: Context): Promise<void> {
  await transaction(async (tx) => {
    for (const { id } of await updateRequestsOfDeleted(tx.db, now))
      await tx.job('mail-requester', { request: id, what: 'outcome' })
  })
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await deleteOldRequests(db, { answered: ago(REQUEST_DAYS.answered), asked: ago(REQUEST_DAYS.most) })
}
