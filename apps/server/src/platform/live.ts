import { sql } from 'drizzle-orm'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Database, Db } from './db.ts'

/** One open event stream of one user. */
export type Stream = {
  user: UserId
  /** Whose session it is, so that revoking it closes the stream. */
  session: string
  write: (message: object) => void
  close: () => void
}

/** Messages to the open event streams of users, across all app processes, by LISTEN/NOTIFY. */
export type Live = {
  /** Queues a message in the caller's transaction; it leaves when that commits. */
  send(db: Db, to: readonly UserId[], message: object): Promise<void>
  /** Registers a stream; an eleventh stream of a user closes the oldest. Gives the way to take it off again. */
  open(stream: Stream): () => void
  /** Closes the streams of these sessions on every process when the transaction commits. */
  closeSessions(db: Db, sessions: readonly string[]): Promise<void>
  /** How many streams are open here. */
  count(): number
  stop(): Promise<void>
}

const CHANNEL = 'pawtrait_live'
const STREAMS_PER_USER = 10 // security.md §3.4
// NOTIFY carries at most 8000 bytes; ids of 36 characters leave room for the message.
const USERS_PER_NOTIFY = 100

type Notice = { to?: UserId[]; message?: object; closed?: string[] }

const notify = (db: Db, notice: Notice) => db.rows(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`)

/** Starts listening. `onGap` runs after a reconnection, when messages may have been missed. */
export async function startLive(database: Database, onGap: () => void = () => {}): Promise<Live> {
  const streams = new Map<UserId, Set<Stream>>()
  const receive = (notice: Notice) => {
    for (const user of notice.to ?? []) for (const stream of streams.get(user) ?? []) stream.write(notice.message ?? {})
    if (!notice.closed) return
    const closed = new Set(notice.closed)
    for (const set of streams.values()) for (const stream of [...set]) if (closed.has(stream.session)) stream.close()
  }
  let connections = 0
  const unlisten = await database.listen(
    CHANNEL,
    (payload) => receive(JSON.parse(payload) as Notice),
    () => {
      if (++connections > 1) onGap()
    },
  )
  return {
    send: async (db, to, message) => {
      for (let at = 0; at < to.length; at += USERS_PER_NOTIFY)
        await notify(db, { to: to.slice(at, at + USERS_PER_NOTIFY), message })
    },
    closeSessions: async (db, sessions) => {
      if (sessions.length > 0) await notify(db, { closed: [...sessions] })
    },
    open: (stream) => {
      const own = streams.get(stream.user) ?? new Set()
      streams.set(stream.user, own.add(stream))
      const [oldest] = own
      if (own.size > STREAMS_PER_USER) oldest?.close()
      return () => {
        own.delete(stream)
        if (own.size === 0) streams.delete(stream.user)
      }
    },
    count: () => [...streams.values()].reduce((sum, set) => sum + set.size, 0),
    stop: async () => {
      for (const set of streams.values()) for (const stream of [...set]) stream.close()
      await unlisten().catch(() => {}) // the database may be gone already
    },
  }
}
