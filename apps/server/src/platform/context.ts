import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { Clock } from './clock.ts'
import type { Database, Db } from './database/db.ts'
import type { Invalidations } from './database/invalidations.ts'
import type { EventData, EventOutbox, EventType } from './jobs/events.ts'
import type { JobQueue } from './jobs/jobs.ts'
import type { LiveMessages } from './live/live.ts'
import type { Mailer } from './mail/mail.ts'
import type { Log } from './monitoring/log.ts'
import type { Replicas } from './replicas/replicas.ts'
import type { NetworkAccess } from './security/fetch-public.ts'
import type { Secrets } from './security/secrets.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage/storage.ts'
import type { PushSender } from './web-push/send-push.ts'

export type Deps = {
  config: Settings
  clock: Clock
  database: Database
  storage: Storage
  mail: Mailer
  secrets: Secrets
  jobs: JobQueue
  live: LiveMessages
  events: EventOutbox
  invalidations: Invalidations
  pushSender: PushSender
  log: Log
  replicas?: Replicas
  /** Access to the public internet. Defaults to Node's `dns` and `https`. Tests replace it. */
  reach?: NetworkAccess
}

/** A database transaction. Events, jobs and live messages are sent only if the transaction commits. */
export type Tx = {
  db: Db
  /** Emits an event. Other features handle it after the commit. */
  emit: <Type extends EventType>(type: Type, data: EventData[Type]) => Promise<void>
  job: (name: string, data: object, options?: { startAfterSeconds?: number; singletonKey?: string }) => Promise<void>
  /** Sends a live message to the open streams of these users after the commit. */
  live: (to: readonly UserId[], message: object) => Promise<void>
  /** Sends a notice to all processes after the commit. Each chooses the recipients (`LiveMessages.announce`). */
  announce: (topic: string, data: object) => Promise<void>
}

/** The caller, the time and the dependencies of one request or job. */
export type Context = Omit<Deps, 'database'> & {
  viewer: UserId | null
  session: SessionId | null
  /** The caller's IP address, for rate limits. It is never logged in full. */
  ip: string
  userAgent: string
  requestId: string
  now: Date
  db: Db
  bounded: Database['bounded']
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

export type UserContext = Context & { viewer: UserId; session: SessionId }

export type Caller = Pick<Context, 'viewer' | 'session' | 'ip' | 'userAgent' | 'requestId'>

/** The caller of jobs and of the operator's commands. */
export const systemCaller: Caller = { viewer: null, session: null, ip: '', userAgent: '', requestId: 'system' }

// Returns the id of the request that enqueued the job; undefined for scheduled jobs and commands.
const idOf = ({ requestId }: Pick<Caller, 'requestId'>) =>
  requestId === systemCaller.requestId ? undefined : requestId

const createTx = (deps: Deps, caller: Pick<Caller, 'requestId'>, db: Db, onEmit = () => {}): Tx => ({
  db,
  emit: (type, data) => {
    onEmit()
    return deps.events.emit(db, type, data, idOf(caller))
  },
  job: (name, data, options) => deps.jobs.send(db, name, data, { ...options, requestId: idOf(caller) }),
  live: (to, message) => deps.live.send(db, to, message),
  announce: (topic, data) => deps.live.announce(db, topic, data),
})

export function createContext({ database, ...otherDeps }: Deps, caller: Caller): Context {
  const deps = { database, ...otherDeps }
  return {
    ...otherDeps,
    ...caller,
    now: otherDeps.clock.now(),
    db: database,
    bounded: database.bounded,
    transaction: async (work) => {
      let emitted = false
      const onEmit = () => {
        emitted = true
      }
      const result = await database.transaction((db) => work(createTx(deps, caller, db, onEmit)))
      if (emitted) deps.events.nudge()
      return result
    },
  }
}

/** Returns a context bound to an open transaction. Its `transaction` runs work in the same transaction. */
export function contextInTransaction(deps: Deps, ctx: Context, db: Db): Context {
  return { ...ctx, db, bounded: () => db, transaction: (work) => work(createTx(deps, ctx, db)) }
}
