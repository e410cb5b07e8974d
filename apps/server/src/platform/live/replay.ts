import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Database } from '#platform/database/db.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { createSemaphore } from '#platform/process/semaphore.ts'
import { withTimeout } from '#platform/process/with-timeout.ts'
import { type NumberedNotice, selectReplayNotices } from './live-notices.ts'
import { CHOOSE_TIMEOUT_MS, type createMessageChoosers } from './message-choosers.ts'

export type MissedMessage = { id: string; message: object }

/** Limit of notices in a replay, and of messages that arrive during it. Above it, the client refetches its page. */
export const MAX_REPLAYED_EVENTS = 200

// Maximum number of concurrent replays. After a restart all clients reconnect, and other requests need connections too.
const REPLAY_CONCURRENCY = 4
const WAIT_MS = 10_000

/** Id of an event, such as `12.345.0`, or of a notice, such as `12.345`. The numbers fit into bigint and xid8. */
const eventId = /^(?<notice>[0-9]{1,18}\.[0-9]{1,19})(?:\.(?<at>[0-9]{1,6}))?$/

/** Parses a Last-Event-ID. Returns the id of the live notice, and how many of its messages the client has received. */
function parseEventId(lastEventId: unknown): { notice: string; received: number } | undefined {
  const { notice, at } = (typeof lastEventId === 'string' && eventId.exec(lastEventId)?.groups) || {}
  return notice ? { notice, received: at ? Number(at) + 1 : Number.POSITIVE_INFINITY } : undefined
}

/** Returns a function that replays the outbox for one user, with the user's present permissions. */
export function createReplayer(database: Database, choosers: ReturnType<typeof createMessageChoosers>, log: Log) {
  const withSlot = createSemaphore(REPLAY_CONCURRENCY, WAIT_MS)
  const selectMessages = async (user: UserId, { id, notice }: NumberedNotice): Promise<MissedMessage[]> => {
    const messages = await choosers.of(notice, [user])
    return messages.filter(({ to }) => to.includes(user)).map(({ message }, at) => ({ id: `${id}.${at}`, message }))
  }
  const replay = async (user: UserId, { notice, received }: { notice: string; received: number }) => {
    const since = await selectReplayNotices(database, notice, MAX_REPLAYED_EVENTS)
    const missed: MissedMessage[] = []
    for (const numbered of since ?? [])
      missed.push(...(await selectMessages(user, numbered)).slice(numbered.id === notice ? received : 0))
    return since && missed
  }
  return async (user: UserId, lastEventId: unknown): Promise<MissedMessage[] | undefined> => {
    const position = parseEventId(lastEventId)
    try {
      return position && (await withSlot(() => withTimeout(replay(user, position), CHOOSE_TIMEOUT_MS)))
    } catch (error) {
      log.error('replay', error)
      return undefined
    }
  }
}
