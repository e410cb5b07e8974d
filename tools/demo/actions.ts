import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallOutput, Endpoint } from '@pawtrait/contract/endpoint.ts'
import type { PhotoId, SessionId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { acceptPhoto } from '../../apps/server/src/features/media/accept-photo.ts'
import { DecoderFailedError } from '../../apps/server/src/features/media/decode-photo.ts'
import { signUp } from '../../apps/server/src/features/sign-in/sign-up/sign-up.ts'
import { type Caller, createContext, type UserContext } from '../../apps/server/src/platform/context.ts'
import { newId } from '../../apps/server/src/platform/database/id.ts'
import type { App } from '../../apps/server/src/platform/http/serve.ts'
import { Problem } from '../../apps/server/src/platform/problem.ts'
import { ChildFailed } from '../../apps/server/src/platform/process/child-pool.ts'
import type { Journal } from './journal.ts'
import type { MovableClock } from './movable-clock.ts'
import type { DemoUser } from './people.ts'

type Sent = Record<string, unknown>

/**
 * All writes of the demo. The journal records the result of each action. A resumed demo replays the recorded results.
 */
export type DemoActions = {
  signUp: (user: DemoUser) => Promise<UserId>
  call: <E extends Endpoint>(user: UserId, endpoint: E, sent: Sent) => Promise<CallOutput<E>>
  /** Like `call`, but returns undefined if the user may not see the target, such as a post for followers only. */
  callIfVisible: <E extends Endpoint>(user: UserId, endpoint: E, sent: Sent) => Promise<CallOutput<E> | undefined>
  /** Uploads a photo and waits for its first renderings. */
  upload: (owner: UserId, jpeg: Buffer) => Promise<PhotoId>
}

const ATTEMPTS = 8

const as = (viewer: UserId | null): Caller => ({
  viewer,
  session: viewer && newId<SessionId>(new Date(0)),
  ip: '',
  userAgent: 'demo',
  requestId: 'demo',
})

/** Returns the seconds to wait before a retry, or undefined if the machine is not overloaded. */
function pauseSeconds(error: unknown): number | undefined {
  if (error instanceof Problem && error.code === 'unavailable') return error.extra.retryAfterSeconds ?? 1
  if (error instanceof DecoderFailedError) return 1
  return error instanceof ChildFailed && ['starved', 'killed'].includes(error.reason) ? 1 : undefined
}

async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const seconds = pauseSeconds(error)
      if (seconds === undefined || attempt === ATTEMPTS) throw error
      await sleep(seconds * 1000)
    }
  }
}

async function unlessHidden<T>(run: Promise<T>): Promise<T | undefined> {
  try {
    return await run
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return undefined
    throw error
  }
}

/** Returns actions that call the app's own use cases. `folder` is for uploads. */
export function createActions(app: App, clock: MovableClock, journal: Journal, folder: string): DemoActions {
  const step = <T>(name: string, run: () => Promise<T>) => journal.step(name, () => withRetries(run))
  const nameOf = (user: UserId, { method, path }: Endpoint) => `${method} ${path} ${user}`

  async function upload(owner: UserId, jpeg: Buffer): Promise<PhotoId> {
    const file = join(folder, `${jpeg.length}-${owner}.jpg`)
    writeFileSync(file, jpeg)
    const photos: PhotoId[] = []
    const demoTime = clock.now()
    // Uploads at the current system time, because the running app deletes unposted photos that are older than a day.
    clock.reset()
    try {
      // This type assertion is safe, because `as(owner)` returns a signed-in user, never a visitor.
      const ctx = createContext(app.deps, as(owner)) as UserContext
      await acceptPhoto(ctx, file, folder, ({ id }) => void photos.push(id))
    } finally {
      clock.set(demoTime)
    }
    const [photo] = photos
    if (!photo) throw new Error('the app did not accept a photo of the demo')
    return photo
  }

  async function register(user: DemoUser): Promise<UserId> {
    const { username, zip } = user
    // If the demo was killed before it wrote the journal line, the account exists already.
    const known = await app.deps.database.row<{ id: UserId }>(sql`select id from users where username = ${username}`)
    if (known) return known.id
    const form = { ...user, email: `${username}@demo.example`, zipcode: zip, ageBand: '18-or-older' as const }
    return (await signUp(createContext(app.deps, as(null)), form)).id
  }

  return {
    signUp: (user) => step(`sign up ${user.username}`, () => register(user)),
    call: (user, endpoint, sent) => step(nameOf(user, endpoint), () => app.call(endpoint, as(user), sent)),
    callIfVisible: (user, endpoint, sent) =>
      step(nameOf(user, endpoint), () => unlessHidden(app.call(endpoint, as(user), sent))),
    upload: (owner, jpeg) => step(`upload ${owner}`, () => upload(owner, jpeg)),
  }
}
