import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Database, Db } from './db.ts'
import type { Log } from './log.ts'

/** One open event stream of one user. */
export type Stream = {
  user: UserId
  /** Whose session it is, so that revoking it closes the stream. */
  session: string
  write: (message: object) => void
  /** Looks whether its session still counts, and closes it when not. */
  recheck: () => void
  close: () => void
}

/**
 * Live messages to the open event streams of users, across all app processes, by LISTEN/NOTIFY. They arrive in the
 * order of their commits.
 */
export type Live = {
  /** Queues a message in the caller's transaction; it leaves when that commits. */
  send(db: Db, to: readonly UserId[], message: object): Promise<void>
  /** Asks every process, when the transaction commits, to choose among its users with open streams who gets what. */
  announce(db: Db, topic: string, data: object): Promise<void>
  /** Says who chooses for a topic, one per topic. The cost falls on whoever holds streams, never on the writer. */
  onAnnounce(topic: string, choose: Choose): void
  /** Every process hears what is announced for the topic, also one without streams. */
  onTold(topic: string, hear: (data: never) => void): void
  /** Registers a stream; an eleventh stream of a user closes the oldest. Gives the way to take it off again. */
  open(stream: Stream): () => void
  /** Closes the streams of these sessions on every process when the transaction commits. */
  closeSessions(db: Db, sessions: readonly string[]): Promise<void>
  /** How many streams are open here. */
  count(): number
  stop(): Promise<void>
}

type Told = { to: UserId[]; message: object }

/** What some of these users, who have open streams here, are told. */
export type Choose = (open: UserId[], data: never) => Promise<Told[]>

const CHANNEL = 'pawtrait_live'
const STREAMS_PER_USER = 10 // security.md §3.4
// NOTIFY carries at most 8000 bytes; ids of 36 characters leave room for the message.
const USERS_PER_NOTIFY = 100

// Users asked about at once; keeps the parameter of one query small.
const USERS_PER_CHOICE = 1_000

type Notice = { to?: UserId[]; message?: object; closed?: string[]; topic?: string; data?: object }

const notify = (db: Db, notice: Notice) => db.rows(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`)

/** The streams open in this process, by user. */
function streamsByUser() {
  const streams = new Map<UserId, Set<Stream>>()
  const all = () => [...streams.values()].flatMap((own) => [...own])
  return {
    all,
    users: () => [...streams.keys()],
    write: (to: Iterable<UserId>, message: object) => {
      for (const user of to) for (const stream of streams.get(user) ?? []) stream.write(message)
    },
    add: (stream: Stream) => {
      const own = streams.get(stream.user) ?? new Set()
      streams.set(stream.user, own.add(stream))
      const [oldest] = own
      if (own.size > STREAMS_PER_USER) oldest?.close()
      return () => {
        own.delete(stream)
        if (own.size === 0) streams.delete(stream.user)
      }
    },
  }
}

// One choice that takes longer holds up what everybody else is told.
const CHOICE_MS = 2_000

/** Undefined when it was not chosen in time to whom something is told. */
async function inTime(chosen: Promise<Told[]>): Promise<Told[] | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), CHOICE_MS)
  try {
    return await Promise.race([chosen, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Hands notices on: to streams in the order in which they were committed, to everything else at once. */
function receiver(streams: ReturnType<typeof streamsByUser>, log: Log) {
  const choosers = new Map<string, Choose>()
  const recipients = new Map<string, (data: never) => void>()
  const choose = async (topic: string, data: object): Promise<Told[]> => {
    const [open, told] = [streams.users(), [] as Told[]]
    const chooser = choosers.get(topic)
    if (!chooser) return told
    for (let at = 0; at < open.length; at += USERS_PER_CHOICE)
      told.push(...(await chooser(open.slice(at, at + USERS_PER_CHOICE), data as never)))
    return told
  }
  const failed = (topic: string) => (error: unknown) => {
    log.error('live', error, { topic })
    return []
  }
  let heard = Promise.resolve()
  const tell = (chosen: Promise<Told[]>) => {
    const before = heard
    heard = (async () => {
      const told = await inTime(chosen)
      await before
      // Whoever should have heard of it reads again what is on the screen.
      if (!told) streams.write(streams.users(), { type: 'resync' })
      for (const { to, message } of told ?? []) streams.write(to, message)
    })().catch((error: unknown) => log.error('live', error))
  }
  const receive = ({ to, message, topic, data, closed = [] }: Notice) => {
    if (to && message) tell(Promise.resolve([{ to, message }]))
    if (topic && data) recipients.get(topic)?.(data as never)
    if (topic && data) tell(choose(topic, data).catch(failed(topic)))
    if (closed.length > 0) for (const stream of streams.all()) if (closed.includes(stream.session)) stream.close()
  }
  return { choosers, recipients, receive }
}

/**
 * Starts listening. After a reconnection every stream gets `resync`, and its session is looked at: messages may have
 * been missed meanwhile, and sessions revoked.
 */
export async function startLive(database: Database, log: Log): Promise<Live> {
  const streams = streamsByUser()
  const { choosers, recipients, receive } = receiver(streams, log)
  let [stopped, connections] = [false, 0]
  const unlisten = await database.listen(
    CHANNEL,
    (payload) => receive(JSON.parse(payload) as Notice),
    () => {
      if (++connections === 1) return
      streams.write(streams.users(), { type: 'resync' })
      for (const stream of streams.all()) stream.recheck()
    },
  )
  return {
    send: async (db, to, message) => {
      for (let at = 0; at < to.length; at += USERS_PER_NOTIFY)
        await notify(db, { to: to.slice(at, at + USERS_PER_NOTIFY), message })
    },
    announce: async (db, topic, data) => {
      await notify(db, { topic, data })
    },
    onAnnounce: (topic, chooser) => {
      choosers.set(topic, chooser)
    },
    onTold: (topic, hear) => {
      recipients.set(topic, hear)
    },
    closeSessions: async (db, sessions) => {
      if (sessions.length > 0) await notify(db, { closed: [...sessions] })
    },
    open: (stream) => {
      if (!stopped) return streams.add(stream)
      stream.close()
      return () => {}
    },
    count: () => streams.all().length,
    stop: async () => {
      stopped = true
      for (const stream of streams.all()) stream.close()
      await unlisten().catch(() => {}) // the database may be gone already
    },
  }
}
