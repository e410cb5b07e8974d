import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { NotificationId, UserId } from '@pawtrait/contract/ids.ts'
import type { Deps } from '#platform/context.ts'
import { selectUnreadNotificationsOfGroup } from './queries.ts'
import { selectUnreadCounts } from './visible-notification-queries.ts'

/**
 * Live topic: notifications have changed. Each element of `lines` is `[user id, notification id]`. The notification id
 * is set if an event created or updated that notification. It is absent if actors were removed or notifications were
 * read.
 */
export const NOTIFICATIONS_TOPIC = 'notified'
/** Live topic: very many users have received the same notification, such as a birthday. */
export const SHARED_NOTIFICATION_TOPIC = 'notified-group'

/** `within`: first and last id of the range of users who received the notification. */
type SharedNotification = { groupKey: string; within: [UserId, UserId] }
type ChangedNotifications = { lines: [user: UserId, id?: NotificationId][] }

const createMessage = (unread: number, id?: NotificationId): LiveMessage => ({
  type: 'notification',
  unread,
  ...(id && { id }),
})

/** Sends unread counts to open event streams. Reads the counts just before sending, so that they are up to date. */
export function registerNotificationStreams({ live, database, clock }: Pick<Deps, 'live' | 'database' | 'clock'>) {
  const createMessages = async (lines: readonly (readonly [user: UserId, id?: NotificationId])[]) => {
    if (lines.length === 0) return []
    const users = [...new Set(lines.map(([user]) => user))]
    const unreadCounts = await selectUnreadCounts(database, users, clock.now())
    const unread = new Map(unreadCounts.map((row) => [row.userId, row.unread]))
    return lines.map(([user, id]) => ({ to: [user], message: createMessage(unread.get(user) ?? 0, id) }))
  }
  live.onAnnounce(NOTIFICATIONS_TOPIC, async (open, { lines }: ChangedNotifications) => {
    const openUsers = new Set(open)
    return createMessages(lines.filter(([user]) => openUsers.has(user)))
  })
  live.onAnnounce(SHARED_NOTIFICATION_TOPIC, async (open, { groupKey, within: [first, last] }: SharedNotification) => {
    const openUsers = open.filter((user) => first <= user && user <= last)
    const unreadNotifications =
      openUsers.length > 0 ? await selectUnreadNotificationsOfGroup(database, openUsers, groupKey) : []
    return createMessages(unreadNotifications.map(({ userId, id }) => [userId, id] as const))
  })
}
