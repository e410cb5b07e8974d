import type { NotificationId } from '@pawtrait/contract/ids.ts'
import type { UnreadCount } from '@pawtrait/contract/notifications.ts'
import type { UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import { announceNotifications } from './notify.ts'
import { updateNotificationReadAt, updateNotificationsReadAt } from './queries.ts'
import { countUnread } from './view.ts'

/** Marks notifications as read, and updates the viewer's other tabs and browsers. */
async function markAndAnnounce(ctx: UserContext, update: (db: Db) => Promise<unknown>): Promise<UnreadCount> {
  await ctx.transaction(async ({ db }) => {
    await update(db)
    await announceNotifications(ctx, db, [{ userId: ctx.viewer }])
  })
  return countUnread(ctx)
}

/** Marks notifications up to a time (ISO 8601) as read. The viewer has not seen later ones: they stay unread. */
export const markNotificationsRead = (ctx: UserContext, upTo: string) =>
  markAndAnnounce(ctx, (db) => updateNotificationsReadAt(db, ctx.viewer, upTo, ctx.now))

/** Marks a notification as read. @throws Problem 'not-found' when the viewer has no such notification. */
export const markNotificationRead = (ctx: UserContext, id: NotificationId) =>
  markAndAnnounce(ctx, async (db) => {
    if (!(await updateNotificationReadAt(db, ctx.viewer, id, ctx.now)))
      throw new Problem('not-found', 'This is not there any more.')
  })
