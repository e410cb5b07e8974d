import type { NotificationId } from '@pawtrait/contract/ids.ts'
import type { UnreadCount } from '@pawtrait/contract/notifications.ts'
import type { UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import { announceLines } from './notify.ts'
import { updateRead, updateReadUpTo } from './queries.ts'
import { countUnread } from './view.ts'

/** Marks lines as read and updates the viewer's other tabs and browsers. */
async function mark(ctx: UserContext, write: (db: Db) => Promise<unknown>): Promise<UnreadCount> {
  await ctx.transaction(async ({ db }) => {
    await write(db)
    await announceLines(ctx, db, [{ userId: ctx.viewer }])
  })
  return countUnread(ctx)
}

/** Marks lines up to an instant (ISO 8601) as read. Later lines remain unread, because the viewer has not seen them. */
export const markNotificationsRead = (ctx: UserContext, upTo: string) =>
  mark(ctx, (db) => updateReadUpTo(db, ctx.viewer, upTo, ctx.now))

/** Marks one line as read. @throws Problem 'not-found' when the viewer has no such line. */
export const markNotificationRead = (ctx: UserContext, id: NotificationId) =>
  mark(ctx, async (db) => {
    if (!(await updateRead(db, ctx.viewer, id, ctx.now))) throw new Problem('not-found', 'This is not there any more.')
  })
