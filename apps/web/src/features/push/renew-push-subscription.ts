import type { QueryClient } from '@tanstack/react-query'
import { canSubscribeToPush, renewBrowserSubscription } from './browser-subscription.ts'
import { pushQuery } from './push-cache.ts'

/** Fetches the viewer's devices and renews this browser's subscription. Called at each start of the app. */
export async function renewPushSubscription(queries: QueryClient): Promise<void> {
  if (!canSubscribeToPush()) return
  const state = await queries.fetchQuery({ ...pushQuery(), staleTime: 0 })
  await renewBrowserSubscription(state)
}
