import {
  getNotificationSettings,
  type NotificationSettings,
  type NotificationType,
  setNotificationSetting,
} from '@pawtrait/contract/notifications.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { useOptimisticSettings } from '#lib/use-optimistic-settings.ts'

/** Query for the kinds of notifications that are switched off. */
export const notificationSettingsQuery = (call: ApiCall = browserCall) =>
  queryOptions<NotificationSettings>({
    queryKey: ['notification-settings'],
    queryFn: () => call(getNotificationSettings),
  })

/**
 * Optimistic mutation that switches a kind of notification on or off. Sends changes one at a time, and refetches after
 * an error.
 */
export const useToggleNotificationKind = () =>
  useOptimisticSettings<NotificationSettings, { type: NotificationType; on: boolean }>({
    queryKey: notificationSettingsQuery().queryKey,
    optimistic: ({ off }, { type, on }) => ({ off: on ? off.filter((kind) => kind !== type) : [...off, type] }),
    send: ({ type, on }) => browserCall(setNotificationSetting, { params: { type }, body: { on } }),
  })
