import { type PushState, subscribeToPush } from '@pawtrait/contract/push.ts'
import { registerWorker } from '#lib/offline/register-worker.ts'
import { call } from '#lib/server/call.ts'

const LIMIT_MS = 10_000

/** Reason why a push subscription failed. */
export type PushFailure = 'permission-refused' | 'worker-silent' | 'service-silent'

export class PushSubscriptionError extends Error {
  readonly failure: PushFailure

  constructor(failure: PushFailure) {
    super(failure)
    this.failure = failure
  }
}

export const canSubscribeToPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Returns the result of `work`, but rejects after 10 s, because `subscribe()` never settles without a push service. */
async function withTimeout<T>(work: Promise<T>, failure: PushFailure): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PushSubscriptionError(failure)), LIMIT_MS)
  })
  try {
    return await Promise.race([work, limit])
  } catch (error) {
    throw error instanceof PushSubscriptionError ? error : new PushSubscriptionError(failure)
  } finally {
    clearTimeout(timer)
  }
}

const pushManager = async () => (await withTimeout(navigator.serviceWorker.ready, 'worker-silent')).pushManager

function usesKey({ options }: PushSubscription, key: string): boolean {
  const usedKey = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...usedKey))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key
}

type SendOptions = { renews?: boolean; replaces?: string }

/**
 * Sends a subscription to the server. If `renews` is true, the server only updates an existing device of the account.
 */
function send(subscription: PushSubscription, key: string, options: SendOptions = {}): Promise<PushState> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return call(subscribeToPush, { body: { endpoint, keys: { p256dh, auth }, key, ...options } })
}

async function ensureSubscription(manager: PushManager, key: string): Promise<PushSubscription> {
  const existing = await withTimeout(manager.getSubscription(), 'service-silent')
  if (existing && usesKey(existing, key)) return existing
  await existing?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: key }
  return withTimeout(manager.subscribe(options), 'service-silent')
}

/**
 * Asks for permission, subscribes this browser and sends the subscription to the server. Call this function only in a
 * click handler.
 * @throws PushSubscriptionError; CallError
 */
export async function subscribeBrowser(key: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushSubscriptionError('permission-refused')
  // Registers the service worker now, because the app does so only some seconds after its start.
  await withTimeout(registerWorker(), 'worker-silent')
  return send(await ensureSubscription(await pushManager(), key), key)
}

/** Unsubscribes the browser. Ignores failures, because the server has deleted the device already. */
export async function unsubscribeBrowser(): Promise<void> {
  const subscription = await pushManager()
    .then((manager) => manager.getSubscription())
    .catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
}

/**
 * Renews the browser's subscription. It sends the subscription, or subscribes again if the server key has changed or
 * the browser lost the subscription. Does nothing for an account without a device for this browser.
 */
export async function renewBrowserSubscription({ key, devices }: PushState): Promise<void> {
  if (key === null) return
  const manager = await pushManager()
  const existing = await manager.getSubscription()
  if (existing && usesKey(existing, key)) {
    await send(existing, key, { renews: true })
    return
  }
  // Does not change a subscription that only another account uses.
  const isOwn = devices.some(({ current, paused }) => current || (paused && existing !== null))
  if (!isOwn) return
  const replaces = existing?.endpoint
  const renewed = await ensureSubscription(manager, key)
  await send(renewed, key, { renews: true, ...(replaces !== undefined && { replaces }) })
}
