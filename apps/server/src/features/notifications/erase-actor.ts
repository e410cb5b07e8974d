import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { deleteNotificationActor, selectNotificationsOfActor } from './notification-actor-queries.ts'

const BATCH_SIZE = 200

export async function eraseNotificationActor(ctx: Context, user: UserId): Promise<void> {
  for (let more = true; more; )
    more = await ctx.transaction(async ({ db }) => {
      const lines = await selectNotificationsOfActor(db, user, BATCH_SIZE)
      await deleteNotificationActor(db, user, lines)
      return lines.length > 0
    })
}
