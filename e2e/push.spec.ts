import type { Page, Worker } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { journeyInSeparateApp } from './journey.ts'

const SERVICE = 'push.pawtrait.invalid'
const journey = journeyInSeparateApp({ SUPPORT_CONTACT: 'help@pawtrait.org', PUSH_SERVICES: SERVICE })

/**
 * Grants the permission for notifications. Overrides `Notification.permission`, which otherwise remains 'denied' in the
 * headless shell.
 */
async function allowNotifications(page: Page) {
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(`
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    navigator.setAppBadge = async () => {} // the real function crashes the headless shell`)
}

/** Simulates a push service in the page, because the headless shell has none. */
const fakePushService = (page: Page) =>
  page.addInitScript(`{
    let subscription = null
    const base64url = (buffer) =>
      btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    const bytes = (text) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    PushManager.prototype.getSubscription = async () => subscription
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
      const p256dh = base64url(await crypto.subtle.exportKey('raw', pair.publicKey))
      const auth = base64url(crypto.getRandomValues(new Uint8Array(16)))
      const endpoint = 'https://${SERVICE}/' + crypto.randomUUID()
      subscription = {
        endpoint,
        options: { applicationServerKey: bytes(applicationServerKey).buffer },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => ((subscription = null), true),
      }
      return subscription
    }
  }`)

async function serviceWorkerOf(page: Page): Promise<Worker> {
  const [running] = page.context().serviceWorkers()
  return running ?? page.context().waitForEvent('serviceworker')
}

/**
 * Records the notifications and the badge of a service worker. The headless shell cannot show notifications, and
 * crashes when a badge is set.
 */
async function recordNotifications(worker: Worker) {
  await worker.evaluate(`{
    const shown = new Map()
    self.registration.showNotification = async (title, options) => void shown.set(options.tag, { title, ...options })
    self.registration.getNotifications = async ({ tag } = {}) =>
      [...shown.values()].filter((notification) => tag === undefined || notification.tag === tag)
    navigator.setAppBadge = async (count) => void (self.badge = count)
  }`)
  return {
    shown: () => worker.evaluate<ShownNotification[]>('self.registration.getNotifications()'),
    badge: () => worker.evaluate<number>('self.badge'),
  }
}

/** Returns a function that delivers a push message to the page's service worker, over the DevTools protocol. */
async function pushTo(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  return (data: string) => devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

type ShownNotification = { title: string; body: string; tag: string; renotify: boolean; data: { navigate: string } }

const message = (origin: string, notification: object) =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: 'Somebody liked your post',
      body: 'For @leila',
      tag: 'a',
      navigate: `${origin}/`,
      ...notification,
    },
    app_badge: 2,
  })

describe('push notifications', () => {
  journey('can be turned on, tested, silenced in quiet hours, and turned off', async ({ aMember }) => {
    const { page } = await aMember({ username: 'push.on' }, { serviceWorker: true })
    await allowNotifications(page)
    await fakePushService(page)
    await page.goto('/settings/notifications')
    await expectAccessibleScreen(page, 'push-off')
    await page.getByRole('button', { name: 'Notify me' }).click()
    await page.getByText('This device gets notifications now').waitFor()
    const device = page.getByRole('list', { name: 'Devices with notifications' }).getByRole('listitem')
    await device.getByText('This device. No notification yet.').waitFor()
    await page.getByRole('switch', { name: /^Quiet hours/ }).check()
    await page.getByLabel('Until').fill('06:30')
    await page.evaluate('scrollTo(0, 0)') // Scrolls to the top, so that the sticky bar covers no switch.
    await expectAccessibleScreen(page, 'push-on')
    await device.getByRole('button', { name: /Send a test/ }).click()
    // The domain of the push service does not exist, so the app shows an error.
    await page.getByText(/is busy\. Try again later\./).waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Until').inputValue()).toBe('06:30')
    await device.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('button', { name: 'Notify me' }).waitFor()
  })

  journey('appear once for each `tag` value, with a general text if the message is unreadable', async ({ aMember }) => {
    const { page } = await aMember({ username: 'push.shown' }, { serviceWorker: true })
    await allowNotifications(page)
    await fakePushService(page)
    await page.goto('/settings/notifications')
    await page.getByRole('button', { name: 'Notify me' }).click()
    await page.getByText('This device gets notifications now').waitFor()
    const { shown, badge } = await recordNotifications(await serviceWorkerOf(page))
    const push = await pushTo(page)
    const { origin } = new URL(page.url())
    const comment = { title: 'Somebody replied to you', tag: 'b', renotify: true, timestamp: 1 }
    await push(message(origin, {}))
    await expect.poll(shown).toMatchObject([{ title: 'Somebody liked your post', body: 'For @leila', tag: 'a' }])
    await expect.poll(badge).toBe(2)
    await push(message(origin, { title: '3 people liked your post' }))
    await push(message(origin, comment))
    await expect.poll(shown).toMatchObject([
      { title: '3 people liked your post', tag: 'a', renotify: false },
      { tag: 'b', renotify: true },
    ])
    // The server may repeat a message after a crash. The copy replaces the first message without a second alert.
    await push(message(origin, comment))
    await expect.poll(async () => (await shown())[1]).toMatchObject({ tag: 'b', renotify: false })
    for (const unreadable of ['no JSON', '{}', '{"web_push":8030}', 'null']) await push(unreadable)
    await expect.poll(async () => (await shown())[2]).toMatchObject({ title: 'You have a new notification' })
  })

  journey('stay off, and show an error, when the browser has no push service', async ({ aMember }) => {
    const provoked = /does not support the Push API in incognito mode/
    const { page } = await aMember({ username: 'push.none' }, { serviceWorker: true, provoked })
    await allowNotifications(page)
    await page.goto('/settings/notifications')
    await page.getByRole('button', { name: 'Notify me' }).click()
    await page
      .getByRole('alert')
      .getByText(/could not reach its notification service/)
      .waitFor()
    expect(await page.getByRole('list', { name: 'Devices with notifications' }).count()).toBe(0)
  })
})
