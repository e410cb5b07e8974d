import type { NotificationSettings, NotificationType } from '@pawtrait/contract/notifications.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteDisabledKind, insertDisabledKind, selectDisabledKinds } from './queries.ts'

export const getNotificationSettings = async (ctx: UserContext): Promise<NotificationSettings> => ({
  off: await selectDisabledKinds(ctx.db, ctx.viewer),
})

/** Switches a kind of notification on or off. Existing notifications remain. */
export async function setNotificationSetting(
  ctx: UserContext,
  type: NotificationType,
  on: boolean,
): Promise<NotificationSettings> {
  await (on ? deleteDisabledKind : insertDisabledKind)(ctx.db, ctx.viewer, type)
  return getNotificationSettings(ctx)
}
