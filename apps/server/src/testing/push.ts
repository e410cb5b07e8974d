import type { Post } from '@pawtrait/contract/posts.ts'
import type { PushSettings, PushState, PushSubscriptionInput } from '@pawtrait/contract/push.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { ensureVapidKey } from '#features/push/vapid-keys.ts'
import { type FakeSubscription, type PushService, startPushService } from './fakes/push-server.ts'
import { aPost, aUser, type TestUser } from './fixtures.ts'
import { type Reply, startServer, type TestServer } from './server.ts'

export type PushScenario = { author: TestUser; fan: TestUser; browser: FakeSubscription; post: Post }

/** Starts a server with a fake push service for one test file. */
export function pushServerForFile(settings: Record<string, string> = {}) {
  const server = {} as TestServer
  const service = {} as PushService
  beforeAll(async () => {
    const doors = { reach: { ...({} as PushService['reach']) } }
    Object.assign(server, await startServer({ SUPPORT_CONTACT: 'help@pawtrait.org', ...settings }, {}, { doors }))
    Object.assign(service, await startPushService(server.clock.now))
    Object.assign(doors.reach, service.reach)
    await createKey()
  })
  afterAll(async () => {
    await server.stop?.()
    await service.stop?.()
  })

  const createKey = () =>
    ensureVapidKey({ database: server.deps.database, secrets: server.deps.secrets, now: server.clock.now() })
  const state = async (user: TestUser) => (await server.call<PushState>(user, 'GET', '/api/push')).body
  /** Sends a push subscription to the server. */
  async function sendForm(
    user: TestUser,
    { endpoint, keys }: Pick<FakeSubscription, 'endpoint' | 'keys'>,
    more: Partial<PushSubscriptionInput> = {},
  ): Promise<Reply<PushState>> {
    const key = (await state(user)).key ?? ''
    return server.call<PushState>(user, 'PUT', '/api/push/subscription', { endpoint, keys, key, ...more })
  }
  /** Subscribes a new browser of the user. */
  async function subscribe(user: TestUser, host?: string): Promise<FakeSubscription> {
    const subscription = service.subscribe(host)
    const answer = await sendForm(user, subscription)
    if (answer.status !== 200) throw new Error(`no subscription: ${answer.text}`)
    return subscription
  }
  const set = (user: TestUser, settings: Partial<PushSettings>) =>
    server.call(user, 'PUT', '/api/push/settings', { showContent: false, quietHours: null, ...settings })
  const messages = ({ endpoint }: FakeSubscription) => service.receivedBy(endpoint)
  return {
    server,
    service,
    createKey,
    state,
    sendForm,
    subscribe,
    /** Logs the user in on another browser, and subscribes it. */
    anotherBrowser: async (user: TestUser, host: string): Promise<FakeSubscription> => {
      const { cookie, session } = await aUser(server)
      await server.deps.database.rows(sql`update sessions set user_id = ${user.id} where id = ${session}`)
      return subscribe({ ...user, cookie }, host)
    },
    set,
    /** Creates an author with a device and a post, and another user. */
    aThread: async (settings: Partial<PushSettings> = {}): Promise<PushScenario> => {
      const [author, fan] = [await aUser(server), await aUser(server)]
      const browser = await subscribe(author)
      await set(author, settings)
      return { author, fan, browser, post: await aPost(server, author) }
    },
    messages,
    notifications: (browser: FakeSubscription) => messages(browser).map(({ payload }) => payload.notification),
    /** Returns the titles of the messages that the push service received for a browser, oldest first. */
    titles: (browser: FakeSubscription) => messages(browser).map(({ payload }) => payload.notification.title),
  }
}
