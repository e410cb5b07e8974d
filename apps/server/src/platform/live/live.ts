import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Database, Db } from '#platform/database/db.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { readMetric } from '#platform/monitoring/metrics.ts'
import type { WakeUps } from '#platform/nats/wake-ups.ts'
import type { Cursor } from './event-stream.ts'
import { followNotices } from './follow-notices.ts'
import { noticeHearer } from './hear-notices.ts'
import { type Choose, choices } from './live-choice.ts'
import { CHANNEL, insertNotice, type Notice } from './live-notices.ts'
import { openStreams, type Stream } from './open-streams.ts'
import { type Missed, replays } from './replay.ts'

/**
 * Live messages to the open event streams of users, across all app processes. They are written into an outbox, which
 * every process reads when it is woken, by NOTIFY or over NATS, and once a second; a stream that comes back is told
 * what it missed from there too. docs/decisions/0030-live-streams-resume.md, 0046-nats-between-nodes.md
 */
export type Live = {
  /** Writes a message in the caller's transaction; it leaves when that commits. */
  send(db: Db, to: readonly UserId[], message: object): Promise<void>
  /** Asks every process, when the transaction commits, to choose among its users with open streams who gets what. */
  announce(db: Db, topic: string, data: object): Promise<void>
  /** Says who chooses for a topic, one per topic. The cost falls on whoever holds streams, never on the writer. */
  onAnnounce(topic: string, choose: Choose): void
  /** Lets every process know something for so long, also one that starts meanwhile. */
  tell(db: Db, topic: string, data: object, holdsSeconds: number): Promise<void>
  /** Every process hears what is told or announced for the topic, also one without streams. */
  onTold(topic: string, hear: (data: never) => void): void
  /** Registers a stream; an eleventh stream of a user closes the oldest. Gives the way to take it off again. */
  open(stream: Stream): () => void
  /** Up to where streams here have been told everything; undefined where nothing was ever written. */
  cursor(): Cursor | undefined
  /** What the user may have missed since an event of theirs, as they may see it now; undefined: nobody can say. */
  missed(user: UserId, lastEventId: unknown): Promise<Missed[] | undefined>
  /** Closes the streams of these sessions on every process when the transaction commits. */
  closeSessions(db: Db, sessions: readonly string[]): Promise<void>
  /** How many streams are open here. */
  count(): number
  stop(): Promise<void>
}

const readStreams = readMetric('gauge', 'live_streams_open', 'Event streams that browsers hold open')

// One row is read at once by every process, and looked at whole.
const USERS_PER_NOTICE = 100

// Most is of earlier processes (`selectBeginning`).
const MOST_HELD = 20_000

/** What holds, until whoever listens for its topic says so. */
function heldNotices() {
  let held: Notice[] = []
  return {
    keep: (...notices: Notice[]) => {
      if (held.length + notices.length <= MOST_HELD) held.push(...notices)
    },
    take: (topic: string) => {
      const taken = held.filter((notice) => notice.topic === topic)
      held = held.filter((notice) => notice.topic !== topic)
      return taken.flatMap(({ data }) => data ?? [])
    },
  }
}

// A process that starts has no stream of a session that has ended.
const CLOSED_SECONDS = 60

/**
 * Starts to follow the outbox. `nats`: how processes wake each other; without, by NOTIFY, which a process with NATS
 * hears too. Where nobody can say what was missed, streams are told `resync` and their sessions are looked at.
 */
export async function startLive(database: Database, log: Log, nats?: WakeUps): Promise<Live> {
  const [streams, chosen, held] = [openStreams(), choices(), heldNotices()]
  const { begin, hear, listeners, cursor } = noticeHearer({ streams, chosen, keep: held.keep, log })
  const follower = await followNotices({ database, begin, hear, log })
  let [stopped, connections] = [false, 0]
  const forgetStreams = readStreams(() => streams.all().length)
  const unlisten = await database.listen(CHANNEL, follower.wake, () => {
    if (++connections === 1) follower.wake()
    else follower.doubt()
  })
  nats?.onWake(follower.wake)
  const write = async (db: Db, notice: Notice) => {
    await insertNotice(db, notice, { notify: !nats })
    if (!nats) return
    db.afterCommit(() => {
      nats.wake()
      follower.wake()
    })
  }
  return {
    send: async (db, to, message) => {
      for (let at = 0; at < to.length; at += USERS_PER_NOTICE)
        await write(db, { to: to.slice(at, at + USERS_PER_NOTICE), message })
    },
    announce: (db, topic, data) => write(db, { topic, data }),
    tell: (db, topic, data, holdsSeconds) => write(db, { topic, data, holdsSeconds }),
    onAnnounce: chosen.set,
    onTold: (topic, listener) => {
      listeners.set(topic, listener)
      for (const data of held.take(topic)) listener(data as never)
    },
    closeSessions: async (db, sessions) => {
      if (sessions.length > 0) await write(db, { closed: [...sessions], holdsSeconds: CLOSED_SECONDS })
    },
    open: (stream) => {
      if (!stopped) return streams.add(stream)
      stream.close()
      return () => {}
    },
    cursor,
    missed: replays(database, chosen, log),
    count: () => streams.all().length,
    stop: async () => {
      stopped = true
      forgetStreams()
      for (const stream of streams.all()) stream.close()
      await follower.stop()
      await unlisten().catch(() => {}) // the database may be gone already
    },
  }
}
