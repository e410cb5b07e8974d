import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Database, Db } from '#platform/database/db.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { observableMetric } from '#platform/monitoring/metrics.ts'
import type { WakeUps } from '#platform/nats/wake-ups.ts'
import { createNoticeDispatcher } from './dispatch-notices.ts'
import type { StreamPosition } from './event-stream.ts'
import { insertNotice, NOTICE_CHANNEL, type Notice } from './live-notices.ts'
import { createMessageChoosers, type DeliveryChooser } from './message-choosers.ts'
import { createStreamRegistry, type OpenStream } from './open-streams.ts'
import { createReplayer, type MissedMessage } from './replay.ts'
import { tailNoticeOutbox } from './tail-notice-outbox.ts'

/**
 * Sends live messages to event streams in all processes, through an outbox. Each process reads the outbox once a
 * second, and after a wake-up by NOTIFY or NATS. docs/decisions/0030-live-streams-resume.md, 0046-nats-between-nodes.md
 */
export type LiveMessages = {
  /** Stores a message to these users in the caller's transaction. */
  send(db: Db, to: readonly UserId[], message: object): Promise<void>
  /** Stores data for a topic. After the commit, each process chooses which of its streams get a message. */
  announce(db: Db, topic: string, data: object): Promise<void>
  /** Registers the function that chooses the receivers of a topic. It runs only in processes with open streams. */
  onAnnounce(topic: string, choose: DeliveryChooser): void
  /** Sends temporary state to all processes. Processes that start before it expires also get it. */
  broadcast(db: Db, topic: string, data: object, holdsSeconds: number): Promise<void>
  /** Registers a listener for the temporary state of a topic. It also runs in processes without open streams. */
  onBroadcast(topic: string, hear: (data: never) => void): void
  /** Registers a stream. A user's eleventh stream closes the oldest. Returns a function that removes the stream. */
  open(stream: OpenStream): () => void
  /** Returns the last notice that was passed to all streams of this process. Undefined if the outbox is empty. */
  cursor(): StreamPosition | undefined
  /** Returns the messages after `lastEventId` that the user may see. Undefined if the missed messages are unknown. */
  missed(user: UserId, lastEventId: unknown): Promise<MissedMessage[] | undefined>
  /** Closes the streams of these sessions in every process after the commit. */
  closeSessions(db: Db, sessions: readonly string[]): Promise<void>
  count(): number
  stop(): Promise<void>
}

const readStreams = observableMetric('gauge', 'live_streams_open', 'Open event streams of browsers')

// Maximum number of receivers in a row. Small rows are faster, because every process parses all rows.
const USERS_PER_NOTICE = 100

const MAX_HELD = 20_000

function createNoticeBuffer() {
  let held: Notice[] = []
  return {
    keep: (...notices: Notice[]) => {
      if (held.length + notices.length <= MAX_HELD) held.push(...notices)
    },
    take: (topic: string) => {
      const topicNotices = held.filter((notice) => notice.topic === topic)
      held = held.filter((notice) => notice.topic !== topic)
      return topicNotices.flatMap(({ data }) => data ?? [])
    },
  }
}

// Seconds for which new processes load the notice of an ended session. Afterwards that session cannot open a stream.
const CLOSED_SECONDS = 60

/** Starts live messages. Wakes processes by `nats` or NOTIFY. Lost notices cause a `resync` and session checks. */
export async function startLiveMessages(database: Database, log: Log, nats?: WakeUps): Promise<LiveMessages> {
  const [streams, choosers, held] = [createStreamRegistry(), createMessageChoosers(), createNoticeBuffer()]
  const { begin, dispatch, listeners, cursor } = createNoticeDispatcher({ streams, choosers, keep: held.keep, log })
  const follower = await tailNoticeOutbox({ database, onStart: begin, onNotice: dispatch, log })
  let [stopped, connections] = [false, 0]
  const removeReader = readStreams(() => streams.all().length)
  const unlisten = await database.listen(NOTICE_CHANNEL, follower.wake, () => {
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
    broadcast: (db, topic, data, holdsSeconds) => write(db, { topic, data, holdsSeconds }),
    onAnnounce: choosers.set,
    onBroadcast: (topic, listener) => {
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
    missed: createReplayer(database, choosers, log),
    count: () => streams.all().length,
    stop: async () => {
      stopped = true
      removeReader()
      for (const stream of streams.all()) stream.close()
      await follower.stop()
      await unlisten().catch(() => {}) // the database may be unreachable
    },
  }
}
