import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { PushSubscriptionId } from './ids.ts'
import { Time } from './lists.ts'

/** A browser of the user that receives push notifications. */
export const PushDevice = v.object({
  id: PushSubscriptionId,
  /** Names of the browser and the operating system. */
  label: v.string(),
  /** True for the browser that sent the request. */
  current: v.boolean(),
  /** True if the user is not logged in on this browser, or another account uses it. */
  paused: v.boolean(),
  createdAt: Time,
  /** Time of the last notification that the push service accepted. Null if there was none. */
  sentAt: v.nullable(Time),
})
export type PushDevice = v.InferOutput<typeof PushDevice>

const TimeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'This is not a time.'))

/** Daily time range without push notifications, in the user's time zone. It may cross midnight. */
export const QuietHours = v.pipe(
  v.object({ from: TimeOfDay, until: TimeOfDay }),
  v.check(({ from, until }) => from !== until, 'The end is the same as the start.'),
)
export type QuietHours = v.InferOutput<typeof QuietHours>

/** `showContent`: notifications contain names and text. Otherwise they contain only the type of event. */
export const PushSettings = v.object({ showContent: v.boolean(), quietHours: v.nullable(QuietHours) })
export type PushSettings = v.InferOutput<typeof PushSettings>

export const PushState = v.object({
  /** Public key for `PushManager.subscribe`, in base64url. Null if push is off. */
  key: v.nullable(v.string()),
  devices: v.array(PushDevice),
  ...PushSettings.entries,
})
export type PushState = v.InferOutput<typeof PushState>

// The known push services use at most about 600 characters.
const endpoint = v.pipe(v.string(), v.minLength(1), v.maxLength(1_000))
const base64url = (length: number) =>
  v.pipe(v.string(), v.maxLength(length + 2), v.regex(/^[A-Za-z0-9_-]+=*$/, 'This is not base64url.'))

/**
 * Subscription of a browser. `key` is the server key of the subscription. With `renews`, the call only updates an
 * existing device of the user. The device is found by its session, by `endpoint`, or by `replaces`, which is the
 * browser's previous endpoint.
 */
export const PushSubscriptionInput = v.object({
  endpoint,
  keys: v.object({ p256dh: base64url(88), auth: base64url(24) }),
  key: base64url(88),
  renews: v.optional(v.boolean(), false),
  replaces: v.optional(endpoint),
})
export type PushSubscriptionInput = v.InferOutput<typeof PushSubscriptionInput>

export const getPush = defineEndpoint({
  method: 'GET',
  path: '/api/push',
  auth: 'user',
  summary: "Get the viewer's devices with push notifications, and the push settings",
  output: PushState,
})
/** Pauses the devices of other accounts with the same endpoint. */
export const subscribeToPush = defineEndpoint({
  method: 'PUT',
  path: '/api/push/subscription',
  auth: 'user',
  summary: 'Subscribe this browser to push notifications',
  body: PushSubscriptionInput,
  output: PushState,
})
const oneDevice = { auth: 'user', params: { id: PushSubscriptionId } } as const
export const removePushDevice = defineEndpoint({
  method: 'DELETE',
  path: '/api/push/subscriptions/:id',
  summary: 'Unsubscribe a device from push notifications',
  ...oneDevice,
  output: PushState,
})
/** `busy`: the push service requires a retry later. `refused`: the push service rejects this server. */
export const PushTestResult = v.object({ outcome: v.picklist(['sent', 'removed', 'busy', 'refused']) })
export type PushTestResult = v.InferOutput<typeof PushTestResult>
export const testPushDevice = defineEndpoint({
  method: 'POST',
  path: '/api/push/subscriptions/:id/test',
  summary: 'Send a test notification to a device',
  ...oneDevice,
  output: PushTestResult,
})
export const setPushSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/push/settings',
  auth: 'user',
  summary: 'Set the content of push notifications, and the quiet hours',
  body: PushSettings,
  output: PushState,
})

/**
 * Declarative push message (W3C Push API). Some browsers display it themselves. In other browsers, the app's service
 * worker does. `app_badge` is the number of unread notifications.
 */
export const PushPayload = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    lang: v.string(),
    /** URL that opens on a click. */
    navigate: v.string(),
    tag: v.string(),
    timestamp: v.number(),
    silent: v.boolean(),
    /** Whether the device alerts again when the notification replaces one with the same tag. */
    renotify: v.boolean(),
  }),
  app_badge: v.number(),
})
export type PushPayload = v.InferOutput<typeof PushPayload>
