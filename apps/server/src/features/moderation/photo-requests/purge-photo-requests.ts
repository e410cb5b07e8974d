import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { PHOTO_REQUEST_RETENTION_DAYS } from '@pawtrait/contract/moderation/photo-requests.ts'
import type { Context } from '#platform/context.ts'
import { deleteOldPhotoRequests, markRequestsForDeletedContentAnswered } from './photo-request-queries.ts'

/**
 * Deletes photo removal requests that are answered or overdue. Before that, it mails requesters if the photo was
 * deleted.
 */
export async function purgePhotoRequests({ db, now, transaction }: Context): Promise<void> {
  await transaction(async (tx) => {
    for (const { id } of await markRequestsForDeletedContentAnswered(tx.db, now))
      await tx.job('mail-requester', { request: id, what: 'outcome' })
  })
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await deleteOldPhotoRequests(db, {
    answered: ago(PHOTO_REQUEST_RETENTION_DAYS.answered),
    asked: ago(PHOTO_REQUEST_RETENTION_DAYS.most),
  })
}
