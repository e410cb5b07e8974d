import * as contract from '@pawtrait/contract/notifications.ts'
import type { App } from '#platform/http/serve.ts'
import { settingsOf, switchKind } from './change-settings.ts'
import { muteThread, threadMuteOf, unmuteThread } from './mute-thread.ts'
import { readOne, readUpTo } from './read-notifications.ts'
import { notificationsOf, unreadOf } from './view.ts'

export function notificationRoutes(app: App) {
  app.serve(contract.listNotifications, (ctx, { query }) => notificationsOf(ctx, query))
  app.serve(contract.countUnread, (ctx) => unreadOf(ctx))
  app.serve(contract.markNotificationsRead, (ctx, { body }) => readUpTo(ctx, body.upTo))
  app.serve(contract.markNotificationRead, (ctx, { params }) => readOne(ctx, params.id))
  app.serve(contract.getNotificationSettings, (ctx) => settingsOf(ctx))
  app.serve(contract.setNotificationSetting, (ctx, { params, body }) => switchKind(ctx, params.type, body.on))
  app.serve(contract.getThreadMute, (ctx, { params }) => threadMuteOf(ctx, params.id))
  app.serve(contract.muteThread, (ctx, { params }) => muteThread(ctx, params.id))
  app.serve(contract.unmuteThread, (ctx, { params }) => unmuteThread(ctx, params.id))
}
