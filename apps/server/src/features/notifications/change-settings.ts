import type { NotificationSettings, NotificationType } from '@pawtrait/contract/notifications.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteDisabledType, insertDisabledType, selectDisabledTypes } from './queries.ts'

export const getNotificationSettings = async (ctx: UserContext): Promise<NotificationSettings> => ({
  off: await selectDisabledTypes(ctx.db, ctx.viewer),
})

/** Switches a type of notification on or off. Existing notifications remain. */
export async function setNotificationSetting(
  ctx: UserContext,
  type: NotificationType,
  on: boolean,
): Promise<NotificationSettings> {
  await (on ? deleteDisabledType : insertDisabledType)(ctx.db, ctx.viewer, type)
  return getNotificationSettings(ctx)
}
