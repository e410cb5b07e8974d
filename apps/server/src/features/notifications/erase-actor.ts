import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { deleteNotificationActor, selectNotificationsOfActor } from './notification-actor-queries.ts'

const BATCH_SIZE = 200

export async function eraseNotificationActor(ctx: Context, user: UserId): Promise<void> {
  for (let hasMore = true; hasMore; )
    hasMore = await ctx.transaction(async ({ db }) => {
      const notifications = await selectNotificationsOfActor(db, user, BATCH_SIZE)
      await deleteNotificationActor(db, user, notifications)
      return notifications.length > 0
    })
}
