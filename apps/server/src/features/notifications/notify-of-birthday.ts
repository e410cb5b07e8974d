import type { NotificationId, PetId, UserId } from '@pawtrait/contract/ids.ts'
import { enqueuePush } from '#features/push/enqueue-push.ts'
import type { Context } from '#platform/context.ts'
import { MIN_ID } from '#platform/database/cursor.ts'
import { forEachRowWithBisection, retrySkippedRows } from '#platform/database/for-each-row.ts'
import { newId } from '#platform/database/id.ts'
import { type BirthdayNotification, insertBirthdayNotifications, selectBirthdayRecipients } from './birthday-queries.ts'
import { SHARED_NOTIFICATION_TOPIC } from './notification-streams.ts'

export const BIRTHDAY_JOB = 'tell-birthday'

const BATCH_SIZE = 1_000

/** Payload of the job `tell-birthday`. `at`: time of the event (ISO 8601). */
export type BirthdayJob = { petId: PetId; day: string; at: string }

/**
 * Notifies a pet's followers and people of its birthday, a thousand per transaction; idempotent.
 * @throws Error after the last batch if a notification could not be written; the job is then retried
 */
export async function notifyOfBirthday(ctx: Context, { petId, day, at }: BirthdayJob): Promise<void> {
  const birthday: BirthdayNotification = { petId, groupKey: `birthday:${petId}:${day}`, at: new Date(at) }
  const notify = (users: readonly UserId[]) =>
    ctx.transaction(async (tx) => {
      const candidates = users.map((userId) => ({ id: newId<NotificationId>(birthday.at), userId }))
      const newNotifications = await insertBirthdayNotifications(tx.db, birthday, candidates)
      const within = [users[0], users.at(-1)]
      if (newNotifications.length > 0)
        await tx.announce(SHARED_NOTIFICATION_TOPIC, { groupKey: birthday.groupKey, within })
      await enqueuePush(ctx, tx.db, newNotifications)
    })
  let failed = 0
  for (let after: string | undefined = MIN_ID; after !== undefined; ) {
    const users: UserId[] = await selectBirthdayRecipients(ctx.db, birthday, after, BATCH_SIZE)
    failed += await forEachRowWithBisection(ctx, BIRTHDAY_JOB, users, String, notify)
    after = users.length < BATCH_SIZE ? undefined : users.at(-1)
  }
  retrySkippedRows(failed)
}
