import * as contract from '@pawtrait/contract/notifications.ts'
import type { App } from '#platform/http/serve.ts'
import { getNotificationSettings, setNotificationSetting } from './change-settings.ts'
import { getThreadMute, muteThread, unmuteThread } from './mute-thread.ts'
import { markNotificationRead, markNotificationsRead } from './read-notifications.ts'
import { countUnread, listNotifications } from './view.ts'

export function notificationRoutes(app: App) {
  app.serve(contract.listNotifications, (ctx, { query }) => listNotifications(ctx, query))
  app.serve(contract.countUnreadNotifications, (ctx) => countUnread(ctx))
  app.serve(contract.markNotificationsRead, (ctx, { body }) => markNotificationsRead(ctx, body.upTo))
  app.serve(contract.markNotificationRead, (ctx, { params }) => markNotificationRead(ctx, params.id))
  app.serve(contract.getNotificationSettings, (ctx) => getNotificationSettings(ctx))
  app.serve(contract.setNotificationSetting, (ctx, { params, body }) =>
    setNotificationSetting(ctx, params.type, body.on),
  )
  app.serve(contract.getThreadMute, (ctx, { params }) => getThreadMute(ctx, params.id))
  app.serve(contract.muteThread, (ctx, { params }) => muteThread(ctx, params.id))
  app.serve(contract.unmuteThread, (ctx, { params }) => unmuteThread(ctx, params.id))
}
