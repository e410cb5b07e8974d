import {
  getPush,
  type PushDevice,
  type PushSettings,
  type PushState,
  removePushDevice,
  setPushSettings,
  testPushDevice,
} from '@pawtrait/contract/push.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { useOptimisticSettings } from '#lib/use-optimistic-settings.ts'
import { subscribeBrowser, unsubscribeBrowser } from './browser-subscription.ts'

/** Query for the viewer's push devices and settings. */
export const pushQuery = (call: ApiCall = browserCall) =>
  queryOptions<PushState>({ queryKey: ['push'], queryFn: () => call(getPush) })

/** Mutation that subscribes this browser. Must run in a click handler. */
export function useSubscribeToPush(key: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['push-subscribe'],
    mutationFn: () => subscribeBrowser(key),
    onSuccess: (state) => queries.setQueryData(pushQuery().queryKey, state),
  })
}

export function useRemoveDevice() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['push-remove'],
    mutationFn: async ({ id, current }: PushDevice) => {
      const state = await browserCall(removePushDevice, { params: { id } })
      if (current) await unsubscribeBrowser()
      return state
    },
    onSuccess: (state) => queries.setQueryData(pushQuery().queryKey, state),
  })
}

export function useSendTestPush() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['push-test'],
    mutationFn: ({ id }: PushDevice) => browserCall(testPushDevice, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: pushQuery().queryKey }),
  })
}

/** Optimistic mutation of the push settings. */
export const useSavePushSettings = () =>
  useOptimisticSettings<PushState, PushSettings>({
    queryKey: pushQuery().queryKey,
    optimistic: (state, settings) => ({ ...state, ...settings }),
    send: (settings) => browserCall(setPushSettings, { body: settings }),
  })
