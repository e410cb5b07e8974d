import {
  getNotificationSettings,
  type NotificationSettings,
  type NotificationType,
  setNotificationSetting,
} from '@pawtrait/contract/notifications.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/call.ts'

/** Which kinds are switched off. */
export const settingsQuery = (call: Call = browserCall) =>
  queryOptions<NotificationSettings>({
    queryKey: ['notification-settings'],
    queryFn: () => call(getNotificationSettings),
  })

/** Switches a kind at once; taps reach the server in order, and a refusal shows what is so. */
export function useSwitchKind() {
  const queries = useQueryClient()
  const { queryKey } = settingsQuery()
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'notification-settings' },
    mutationFn: ({ type, on }: { type: NotificationType; on: boolean }) =>
      browserCall(setNotificationSetting, { params: { type }, body: { on } }),
    onMutate: ({ type, on }) =>
      void queries.setQueryData<NotificationSettings>(
        queryKey,
        (kept) => kept && { off: on ? kept.off.filter((one) => one !== type) : [...kept.off, type] },
      ),
    onSuccess: (settings) => {
      if (queries.isMutating({ mutationKey: queryKey }) === 1) queries.setQueryData(queryKey, settings)
    },
    onError: () => void queries.invalidateQueries({ queryKey }),
  })
}
