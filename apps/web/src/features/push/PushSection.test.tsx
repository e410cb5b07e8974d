import type { PushDevice, PushState } from '@pawtrait/contract/push.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { PushSection } from './PushSection.tsx'

const KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

const laptop = {
  id: '01900000-0000-7000-8000-000000000001',
  label: 'Firefox on Linux',
  current: true,
  paused: false,
  createdAt: '2026-11-28T08:00:00.000Z',
  sentAt: null,
} as PushDevice
const phone = {
  ...laptop,
  id: '01900000-0000-7000-8000-000000000002',
  label: 'Chrome on Android',
  current: false,
} as PushDevice

const state = (more: Partial<PushState> = {}): PushState => ({
  key: KEY,
  devices: [],
  showContent: false,
  quietHours: null,
  ...more,
})

let net: FakeNetwork
let subscribe = vi.fn()
let permission: NotificationPermission = 'granted'

// Fakes the browser's push APIs, because the Chromium of the tests has no push service.
beforeEach(() => {
  net = fakeNetwork()
  permission = 'granted'
  subscribe = vi.fn(async () => ({
    toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/send/a', keys: { p256dh: 'B', auth: 'A' } }),
  }))
  const pushManager = { getSubscription: async () => null, subscribe }
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockImplementation(async () => ({ pushManager }) as never)
  vi.spyOn(navigator.serviceWorker, 'register').mockImplementation(async () => new EventTarget() as never)
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => 'default')
  vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => permission)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const show = (state: PushState) => {
  net.on('GET /api/push', { status: 200, body: state })
  renderApp(<PushSection />)
}
const notifyMe = () => page.getByRole('button', { name: 'Notify me' })

describe('PushSection', () => {
  test('explains why to allow notifications, and asks for permission only after a press', async () => {
    net.on('PUT /api/push/subscription', { status: 200, body: state({ devices: [laptop] }) })
    show(state())
    await expect.element(page.getByText(/Pawtrait can notify you when/)).toBeVisible()
    await expect.element(notifyMe()).toBeEnabled()
    expect(vi.mocked(Notification.requestPermission)).not.toHaveBeenCalled()
    await userEvent.click(notifyMe())
    await expect.element(page.getByRole('listitem').filter({ hasText: 'This device' })).toBeVisible()
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY })
    await expect.element(notifyMe()).not.toBeInTheDocument()
  })

  test('shows an error when the user refuses the permission', async () => {
    permission = 'denied'
    show(state())
    await userEvent.click(notifyMe())
    await expect.element(page.getByRole('alert')).toMatchTextContent('You did not allow notifications')
    expect(subscribe).not.toHaveBeenCalled()
  })

  test('shows an error when the push service does not answer within 10 s', async () => {
    subscribe.mockImplementation(() => new Promise(() => {}))
    show(state())
    await expect.element(notifyMe()).toBeEnabled()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const button = notifyMe().element() as HTMLButtonElement
    button.click()
    await vi.waitFor(() => expect(subscribe).toHaveBeenCalled())
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    await expect.element(page.getByRole('alert')).toMatchTextContent('could not reach its notification service')
  })

  test('shows an offline error, not a push service error, when the browser is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    subscribe.mockRejectedValue(new Error('no network'))
    show(state())
    await userEvent.click(notifyMe())
    await expect.element(page.getByRole('alert')).toMatchTextContent('You’re offline')
  })

  test('shows an error when the server refuses the subscription', async () => {
    net.on('PUT /api/push/subscription', errorReply('unavailable', 503))
    show(state())
    await userEvent.click(notifyMe())
    await expect.element(page.getByRole('alert')).toMatchTextContent('This device gets no notifications yet')
  })

  test('shows no subscribe button when notifications are blocked in the browser', async () => {
    vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => 'denied')
    show(state())
    await expect.element(page.getByText('Notifications are blocked in this browser')).toBeVisible()
    await expect.element(notifyMe()).not.toBeInTheDocument()
  })

  test('shows a notice in place of the settings when the site has no VAPID key', async () => {
    show(state({ key: null }))
    await expect.element(page.getByText('This site doesn’t send notifications to devices')).toBeVisible()
    await expect.element(page.getByRole('switch')).not.toBeInTheDocument()
  })

  test('lists devices, sends a test notification to one device and removes another device', async () => {
    net.on(`POST /api/push/subscriptions/${laptop.id}/test`, { status: 200, body: { outcome: 'busy' } })
    net.on(`DELETE /api/push/subscriptions/${phone.id}`, { status: 200, body: state({ devices: [laptop] }) })
    show(state({ devices: [laptop, phone] }))
    await userEvent.click(page.getByRole('button', { name: 'Send a test to Firefox on Linux' }))
    await expect.element(page.getByText(/The notification service of Firefox on Linux is busy/)).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Remove Chrome on Android' }))
    await expect.element(page.getByText('Chrome on Android gets no notifications any more')).toBeVisible()
    expect(page.getByRole('listitem').elements()).toHaveLength(1)
  })

  test('shows no "Send a test" button for a paused device', async () => {
    show(state({ devices: [{ ...phone, paused: true }] }))
    await expect.element(page.getByText(/you are not logged in there/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: /Send a test/ })).not.toBeInTheDocument()
  })

  test('saves the quiet hours, and whether notifications show names', async () => {
    net.on('PUT /api/push/settings', ({ body }) => ({
      status: 200,
      body: state({ devices: [laptop], ...(body as object) }),
    }))
    show(state({ devices: [laptop] }))
    await userEvent.click(page.getByRole('switch', { name: /Quiet hours/ }))
    await expect.element(page.getByLabelText('From')).toHaveValue('22:00')
    await userEvent.fill(page.getByLabelText('Until'), '06:30')
    await userEvent.click(page.getByRole('switch', { name: /Show names/ }))
    const hours = { from: '22:00', until: '06:30' }
    await expect
      .poll(() => net.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body))
      .toEqual([
        { showContent: false, quietHours: { from: '22:00', until: '07:00' } },
        { showContent: false, quietHours: hours },
        { showContent: true, quietHours: hours },
      ])
  })
})
