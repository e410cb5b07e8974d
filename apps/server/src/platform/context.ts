import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { Clock } from './clock.ts'
import type { Database, Db } from './database/db.ts'
import type { Invalidations } from './database/invalidations.ts'
import type { EventData, Events, EventType } from './jobs/events.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Live } from './live/live.ts'
import type { Mail } from './mail/mail.ts'
import type { Log } from './monitoring/log.ts'
import type { Replicas } from './replicas/replicas.ts'
import type { Reach } from './security/fetch-public.ts'
import type { Secrets } from './security/secrets.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage/storage.ts'

/** What the server is built from: settings and its dependencies on the outside. */
export type Deps = {
  config: Settings
  clock: Clock
  database: Database
  storage: Storage
  mail: Mail
  secrets: Secrets
  jobs: Jobs
  live: Live
  events: Events
  invalidations: Invalidations
  log: Log
  /** Where what only reads may be answered too (`READ_DATABASE_URLS`). */
  replicas?: Replicas
  /** How the public internet is reached; as Node does it by itself. */
  reach?: Reach
}

/** Work that commits or vanishes together: rows, events, jobs and live messages. */
export type Tx = {
  db: Db
  /** Says what happened: what follows from it, in a feature above, follows once this transaction has committed. */
  emit: <Type extends EventType>(type: Type, data: EventData[Type]) => Promise<void>
  /** Writes a job in this transaction. */
  job: (name: string, data: object, options?: { startAfterSeconds?: number; singletonKey?: string }) => Promise<void>
  /** Sends a live message to the streams of these users when this transaction commits. */
  live: (to: readonly UserId[], message: object) => Promise<void>
  /** When this transaction commits, whoever chooses for the topic tells the open streams (`Live.announce`). */
  announce: (topic: string, data: object) => Promise<void>
}

/** Who asks, when, and the dependencies on the outside. Made once per request or job. */
export type Context = Omit<Deps, 'database'> & {
  viewer: UserId | null
  session: SessionId | null
  /** The caller's address, for limits; never logged whole. */
  ip: string
  userAgent: string
  requestId: string
  now: Date
  db: Db
  /** As `Database.bounded`. */
  bounded: Database['bounded']
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** A context whose viewer is certain: endpoints with `auth: 'user'`. */
export type UserContext = Context & { viewer: UserId; session: SessionId }

export type Caller = Pick<Context, 'viewer' | 'session' | 'ip' | 'userAgent' | 'requestId'>

/** Nobody in particular: jobs and the operator's commands. */
export const system: Caller = { viewer: null, session: null, ip: '', userAgent: '', requestId: 'system' }

// Nobody's work is on behalf of whoever put it on the queue, if anybody did.
const idOf = ({ requestId }: Pick<Caller, 'requestId'>) => (requestId === system.requestId ? undefined : requestId)

const txOver = (deps: Deps, caller: Pick<Caller, 'requestId'>, db: Db, onEmit = () => {}): Tx => ({
  db,
  emit: (type, data) => {
    onEmit()
    return deps.events.emit(db, type, data, idOf(caller))
  },
  job: (name, data, options) => deps.jobs.send(db, name, data, { ...options, requestId: idOf(caller) }),
  live: (to, message) => deps.live.send(db, to, message),
  announce: (topic, data) => deps.live.announce(db, topic, data),
})

/** Makes the context of one request or job. */
export function contextOf({ database, ...others }: Deps, caller: Caller): Context {
  const deps = { database, ...others }
  return {
    ...others,
    ...caller,
    now: others.clock.now(),
    db: database,
    bounded: database.bounded,
    transaction: async (work) => {
      let emitted = false
      const emits = () => {
        emitted = true
      }
      const done = await database.transaction((db) => work(txOver(deps, caller, db, emits)))
      if (emitted) deps.events.nudge()
      return done
    },
  }
}

/** The same context inside a transaction that is already open: its own `transaction` joins it. */
export function inTransaction(deps: Deps, ctx: Context, db: Db): Context {
  return { ...ctx, db, bounded: () => db, transaction: (work) => work(txOver(deps, ctx, db)) }
}
