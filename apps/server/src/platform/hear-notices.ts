import type { Database } from './db.ts'
import type { Cursor } from './event-stream.ts'
import { inTime } from './in-time.ts'
import { CHOICE_MS, type choices, type Told } from './live-choice.ts'
import { type Heard, type Notice, selectNotice, selectNoticesSince } from './live-notices.ts'
import type { Log } from './log.ts'
import type { OpenStreams } from './open-streams.ts'

// After a broken connection to the database; more than that, and readers ask for what they show.
const MOST_MISSED = 1_000
// Enough to know again what is found once more.
const REMEMBERED = 5_000

/** Remembers the last of what was heard: at-least-once delivery becomes once. */
function rememberedIds() {
  const ids = new Set<string>()
  return {
    /** Whether it is new. */
    take: (id: string) => {
      if (ids.has(id)) return false
      ids.add(id)
      const [oldest] = ids
      if (ids.size > REMEMBERED && oldest) ids.delete(oldest)
      return true
    },
  }
}

type Parts = {
  database: Database
  streams: OpenStreams
  chosen: ReturnType<typeof choices>
  /** Keeps what holds for a topic for which nobody listens yet. */
  keep: (notice: Notice) => void
  log: Log
}

/** Hands notices on: to streams in the order in which they were committed, to everything else at once. */
export function noticeHearer({ database, streams, chosen, keep, log }: Parts) {
  const remembered = rememberedIds()
  const listeners = new Map<string, (data: never) => void>()
  let cursor: Cursor | undefined
  let turn = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch((error: unknown) => log.error('live', error))
  }
  const resync = () => streams.tell([{ to: streams.users(), message: { type: 'resync' } }])
  const tell = (told: Told[] | undefined, { id, holdsSeconds }: Heard) => {
    // Whoever should have heard of it reads again what is on the screen.
    if (told) streams.tell(told, id)
    else resync()
    if (id && holdsSeconds === undefined) cursor = { id, told: (cursor?.told ?? 0) + 1 }
  }
  const failed = (error: unknown, topic?: string) => {
    log.error('live', error, { topic })
    return undefined
  }
  const hear = (notice: Notice): Promise<Told[] | undefined> => {
    const { topic = '', data, holdsSeconds, closed = [] } = notice
    const listener = listeners.get(topic)
    if (listener && data) listener(data as never)
    else if (holdsSeconds !== undefined) keep(notice)
    for (const stream of closed.length > 0 ? streams.all() : []) if (closed.includes(stream.session)) stream.close()
    return chosen.of(notice, streams.users()).catch((error: unknown) => failed(error, topic))
  }
  const hearLong = async (id: string) => {
    const notice = await selectNotice(database, id).catch(failed)
    return notice && hear(notice)
  }
  const catchUp = async () => {
    const since = cursor && selectNoticesSince(database, cursor.id, { most: MOST_MISSED, held: true })
    const asked = since?.catch(() => undefined)
    const missed = asked && (await inTime(asked, CHOICE_MS))
    if (!missed) return resync()
    for (const { id, notice } of missed)
      if (remembered.take(id)) tell(await inTime(hear(notice), CHOICE_MS), { ...notice, id })
  }
  return {
    listeners,
    cursor: () => cursor,
    /** Where a process begins that has heard nothing yet. */
    begin: (newest: string | null) => {
      if (newest) cursor ??= { id: newest, told: 0 }
    },
    hear: (heard: Heard) => {
      const { id, ...notice } = heard
      if (id && !remembered.take(id)) return
      // Chosen at once, each beside the others; told in turn.
      const ready = inTime(id && Object.keys(notice).length === 0 ? hearLong(id) : hear(notice), CHOICE_MS)
      inTurn(async () => tell(await ready, heard))
    },
    /** Tells what was committed while nothing could be heard, before what is heard from now on. */
    catchUp: () => inTurn(catchUp),
  }
}
