import { pages } from '@pawtrait/contract/pages.ts'
import type { PushPayload, PushState } from '@pawtrait/contract/push.ts'

type NotificationContent = Pick<PushPayload['notification'], 'title' | 'body' | 'tag' | 'navigate'> &
  Partial<Pick<PushPayload['notification'], 'lang' | 'timestamp' | 'silent' | 'renotify'>>

// Text for an unreadable message. Browsers cancel the subscription of a worker that shows no notification.
const unreadableContent: NotificationContent = {
  title: 'You have a new notification',
  body: 'Open Pawtrait to see it.',
  tag: 'unreadable',
  navigate: pages.notifications.path,
}

/** Listens for push messages, clicks on notifications and changes of the subscription. */
export function listenForPush(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(showMessage(scope, event.data)))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openPage(scope, event.notification.data))
  })
  scope.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription, newSubscription } = event as SubscriptionChange
    event.waitUntil(renewSubscription(scope, oldSubscription, newSubscription))
  })
}

// Chrome sends the event `pushsubscriptionchange` without the old and the new subscription.
type SubscriptionChange = ExtendableEvent & {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** Reads a declarative push message; undefined for other data. */
function parseMessage(data: PushMessageData | null): Partial<PushPayload> | undefined {
  try {
    const message = data?.json() as Partial<PushPayload> | null | undefined
    return message?.web_push === 8030 && typeof message.notification?.title === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

async function showMessage(scope: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> {
  const message = parseMessage(data)
  const content: NotificationContent = { ...unreadableContent, ...message?.notification }
  const { title, tag, navigate, timestamp, renotify = false, silent = false } = content
  const shownNotifications = await scope.registration.getNotifications({ tag }).catch((): Notification[] => [])
  // A repeat of the same message must not alert the user again.
  const isRepeat = shownNotifications.some(
    ({ data }) => isRecord(data) && data.timestamp === timestamp && timestamp !== undefined,
  )
  const options: NotificationOptions & { renotify: boolean; timestamp?: number } = {
    body: content.body,
    tag,
    lang: content.lang ?? 'en',
    icon: '/icons/192.png',
    // Android shows only the alpha channel of this image, in the status bar.
    badge: '/icons/monochrome-512.png',
    silent,
    renotify: renotify && !isRepeat && !silent,
    data: { navigate, timestamp },
    ...(timestamp !== undefined && { timestamp }),
  }
  await scope.registration.showNotification(title, options)
  if (typeof message?.app_badge === 'number') await showBadge(scope, message.app_badge)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Shows the number of unread notifications on the app's icon, if the system supports this. */
async function showBadge({ navigator }: ServiceWorkerGlobalScope, count: number): Promise<void> {
  if ('setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => {})
}

/**
 * Returns the URL to open: the page in the notification if it belongs to this site, otherwise the list of
 * notifications.
 */
function readTargetUrl(scope: ServiceWorkerGlobalScope, data: unknown): string {
  const { origin } = scope.location
  const fallback = `${origin}${unreadableContent.navigate}`
  if (!isRecord(data) || typeof data.navigate !== 'string') return fallback
  try {
    const url = new URL(data.navigate, origin)
    return url.origin === origin ? url.href : fallback
  } catch {
    return fallback
  }
}

/**
 * Focuses a window that shows this page, or opens a new window. Does not navigate an open window, which may contain
 * unsent text.
 */
async function openPage(scope: ServiceWorkerGlobalScope, data: unknown): Promise<void> {
  const url = readTargetUrl(scope, data)
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const existing = windows.find((client) => client.url === url)
  if (existing) await existing.focus()
  else await scope.clients.openWindow(url)
}

async function fetchJson<T>(path: string, init: RequestInit = {}): Promise<T | undefined> {
  const response = await fetch(path, { credentials: 'same-origin', ...init })
  return response.ok ? ((await response.json()) as T) : undefined
}

/**
 * Sends a changed subscription to the server. Without a session the server refuses the subscription, and the next start
 * of the app retries.
 */
async function renewSubscription(
  scope: ServiceWorkerGlobalScope,
  oldSubscription: PushSubscription | null | undefined,
  newSubscription: PushSubscription | null | undefined,
): Promise<void> {
  const state = await fetchJson<PushState>('/api/push')
  if (!state?.key) return
  const options = { userVisibleOnly: true, applicationServerKey: state.key }
  const { endpoint, keys } = (newSubscription ?? (await scope.registration.pushManager.subscribe(options))).toJSON()
  const body = {
    endpoint,
    keys,
    key: state.key,
    renews: true,
    ...(oldSubscription && { replaces: oldSubscription.endpoint }),
  }
  await fetchJson('/api/push/subscription', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
