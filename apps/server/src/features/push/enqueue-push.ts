import type { NotificationId, UserId } from '@pawtrait/contract/ids.ts'
import type { Deps } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { PUSH_JOB, type PushedNotification, type PushJob } from './deliver-notifications.ts'
import { selectUsersWithDevice } from './queries.ts'
import { getPushContact } from './vapid-keys.ts'

const NOTIFICATIONS_PER_JOB = 50

/** Enqueues push messages to recipients who have a device, in the transaction that writes the notifications. */
export async function enqueuePush(
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  db: Db,
  notifications: readonly { userId: UserId; id: NotificationId }[],
): Promise<void> {
  if (notifications.length === 0 || getPushContact(config) === undefined) return
  const users = await selectUsersWithDevice(db, [...new Set(notifications.map(({ userId }) => userId))])
  const pushedNotifications = notifications
    .filter(({ userId }) => users.has(userId))
    .map(({ userId, id }): PushedNotification => [userId, id])
  for (let at = 0; at < pushedNotifications.length; at += NOTIFICATIONS_PER_JOB) {
    const job: PushJob = { notifications: pushedNotifications.slice(at, at + NOTIFICATIONS_PER_JOB) }
    await jobs.send(db, PUSH_JOB, job)
  }
}
