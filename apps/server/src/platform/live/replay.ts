import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Database } from '#platform/database/db.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { inTime } from '#platform/process/in-time.ts'
import { semaphore } from '#platform/process/semaphore.ts'
import { CHOICE_MS, type choices } from './live-choice.ts'
import { type NumberedNotice, selectNoticesSince } from './live-notices.ts'

/** An event of a reader's stream; `id` is that of the event. */
export type Missed = { id: string; message: object }

/** How many notices one reader's replay looks at; whoever missed more reads again what is on the screen. */
export const MOST_REPLAYED = 200

// After a restart all readers come back at once: they leave connections to those who ask for something.
const AT_ONCE = 4
const WAIT_MS = 10_000

/** Of an event or of a notice: `12.345.0`, `12.345`. The numbers fit bigint and xid8. */
const eventId = /^(?<notice>[0-9]{1,18}\.[0-9]{1,19})(?:\.(?<at>[0-9]{1,6}))?$/

/** Where a reader stands: the notice, and how many of its events they have. */
function positionOf(lastEventId: unknown): { notice: string; had: number } | undefined {
  const { notice, at } = (typeof lastEventId === 'string' && eventId.exec(lastEventId)?.groups) || {}
  return notice ? { notice, had: at ? Number(at) + 1 : Number.POSITIVE_INFINITY } : undefined
}

/** Replays the outbox for one reader: what they may see is asked now, whatever it was when they missed it. */
export function replays(database: Database, chosen: ReturnType<typeof choices>, log: Log) {
  const turn = semaphore(AT_ONCE, WAIT_MS)
  const eventsFor = async (user: UserId, { id, notice }: NumberedNotice): Promise<Missed[]> => {
    const told = await chosen.of(notice, [user])
    return told.filter(({ to }) => to.includes(user)).map(({ message }, at) => ({ id: `${id}.${at}`, message }))
  }
  const replay = async (user: UserId, { notice, had }: { notice: string; had: number }) => {
    const since = await selectNoticesSince(database, notice, MOST_REPLAYED)
    const missed: Missed[] = []
    for (const one of since ?? []) missed.push(...(await eventsFor(user, one)).slice(one.id === notice ? had : 0))
    return since && missed
  }
  return async (user: UserId, lastEventId: unknown): Promise<Missed[] | undefined> => {
    const position = positionOf(lastEventId)
    try {
      return position && (await turn(() => inTime(replay(user, position), CHOICE_MS)))
    } catch (error) {
      log.error('replay', error)
      return undefined
    }
  }
}
