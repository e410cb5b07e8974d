import { afterEach, describe, expect, it, vi } from 'vitest'
import { listenForPush } from './push-events.ts'

const origin = 'https://pawtrait.org'

type ShownNotification = {
  title: string
  tag: string
  renotify?: boolean
  data?: { navigate?: string; timestamp?: number }
}
type FiredEvent = Record<string, unknown>

/** Runs the code for push messages in a fake service worker with these open windows. */
function startWorker(windows: string[] = []) {
  const listeners = new Map<string, (event: FiredEvent) => void>()
  const shown = new Map<string, ShownNotification>()
  const focused: string[] = []
  const opened: string[] = []
  const scope = {
    location: new URL(`${origin}/service-worker.js`),
    navigator: {},
    addEventListener: (type: string, listener: (event: FiredEvent) => void) => listeners.set(type, listener),
    registration: {
      showNotification: async (title: string, options: Omit<ShownNotification, 'title'>) =>
        void shown.set(options.tag, { title, ...options }),
      getNotifications: async ({ tag }: { tag: string }) =>
        [...shown.values()].filter((notification) => notification.tag === tag),
      pushManager: { subscribe: async () => subscriptionOf('new') },
    },
    clients: {
      matchAll: async () => windows.map((url) => ({ url, focus: async () => void focused.push(url) })),
      openWindow: async (url: string) => void opened.push(url),
    },
  }
  listenForPush(scope as unknown as ServiceWorkerGlobalScope)
  const fire = async (type: string, event: FiredEvent = {}) => {
    const pending: Promise<unknown>[] = []
    listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => pending.push(work) })
    await Promise.all(pending)
  }
  const press = (data: unknown) => fire('notificationclick', { notification: { data, close: () => {} } })
  return { shown, focused, opened, fire, press }
}

const subscriptionOf = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/${name}`,
  toJSON: () => ({ endpoint: `https://fcm.googleapis.com/${name}`, keys: { p256dh: 'B', auth: 'A' } }),
})

/** Fakes responses to the API calls of the service worker. Returns the request bodies that the worker sends. */
function answerCalls(key: string | null) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (typeof init.body === 'string') sent.push(JSON.parse(init.body))
    return new Response(JSON.stringify(path === '/api/push' ? { key } : {}))
  })
  return sent
}

afterEach(() => void vi.unstubAllGlobals())

describe('click on a notification', () => {
  it('focuses the window that shows the page of the notification', async () => {
    const { press, focused, opened } = startWorker([`${origin}/dashboard`, `${origin}/posts/1`])
    await press({ navigate: `${origin}/posts/1` })
    expect([focused, opened]).toEqual([[`${origin}/posts/1`], []])
  })

  it('opens a new window if no window shows the page of the notification, and navigates no open window', async () => {
    const { press, focused, opened } = startWorker([`${origin}/dashboard/create`])
    await press({ navigate: `${origin}/posts/1?comment=2` })
    expect([focused, opened]).toEqual([[], [`${origin}/posts/1?comment=2`]])
  })

  it.each([
    { navigate: 'https://evil.example/' },
    { navigate: '//evil.example/' },
    { navigate: 'javascript:alert(1)' },
    { navigate: 'http://[' },
    { navigate: 7 },
    {},
    null,
  ])('opens the list of notifications when the page in %j is missing or invalid', async (data) => {
    const { press, opened } = startWorker()
    await press(data)
    expect(opened).toEqual([`${origin}/notifications`])
  })
})

describe('push message', () => {
  const pushed = (text: string) => ({ data: { json: () => JSON.parse(text) as unknown } })

  it('shows a notification with its tag and the URL to open on a click', async () => {
    const { fire, shown } = startWorker()
    const notification = {
      title: 'Somebody liked your post',
      body: 'For @ann',
      tag: 't',
      navigate: `${origin}/posts/1`,
    }
    await fire('push', pushed(JSON.stringify({ web_push: 8030, notification })))
    expect([...shown.values()]).toMatchObject([
      { title: 'Somebody liked your post', tag: 't', data: { navigate: `${origin}/posts/1` } },
    ])
  })

  it('is shown with a default tag and page if it contains neither', async () => {
    const { fire, shown } = startWorker()
    await fire('push', pushed('{"web_push":8030,"notification":{"title":"Hello","renotify":true}}'))
    expect([...shown.values()]).toMatchObject([
      { title: 'Hello', tag: 'unreadable', data: { navigate: '/notifications' } },
    ])
  })

  it('is shown with a general text when it is unreadable', async () => {
    for (const event of [
      { data: null },
      pushed('{}'),
      pushed('[]'),
      pushed('"x"'),
      { data: { json: () => JSON.parse('x') as unknown } },
    ]) {
      const { fire, shown } = startWorker()
      await fire('push', event)
      expect([...shown.values()].map(({ title }) => title)).toEqual(['You have a new notification'])
    }
  })
})

describe('changed push subscription', () => {
  it('is sent to the server with the previous endpoint', async () => {
    const sent = answerCalls('KEY')
    const { fire } = startWorker()
    const [oldSubscription, newSubscription] = [subscriptionOf('old'), subscriptionOf('changed')]
    await fire('pushsubscriptionchange', { oldSubscription, newSubscription })
    expect(sent).toEqual([
      {
        endpoint: newSubscription.endpoint,
        keys: { p256dh: 'B', auth: 'A' },
        key: 'KEY',
        renews: true,
        replaces: oldSubscription.endpoint,
      },
    ])
  })

  it('is replaced by a new one if the event has no `newSubscription`', async () => {
    const sent = answerCalls('KEY')
    await startWorker().fire('pushsubscriptionchange')
    expect(sent).toMatchObject([{ endpoint: 'https://fcm.googleapis.com/new', renews: true }])
  })

  it('is not sent when the site has no VAPID key', async () => {
    const sent = answerCalls(null)
    await startWorker().fire('pushsubscriptionchange')
    expect(sent).toEqual([])
  })
})
