import type { Log } from '#platform/monitoring/log.ts'
import { withTimeout } from '#platform/process/with-timeout.ts'
import type { StreamPosition } from './event-stream.ts'
import type { Notice, NumberedNotice, StartPosition } from './live-notices.ts'
import { CHOOSE_TIMEOUT_MS, type createMessageChoosers, type Delivery } from './message-choosers.ts'
import type { StreamRegistry } from './open-streams.ts'

type Parts = {
  streams: StreamRegistry
  choosers: ReturnType<typeof createMessageChoosers>
  /** Buffers a notice in memory while its topic has no listener. Only notices with temporary state are buffered. */
  keep: (notice: Notice) => void
  log: Log
}

/** Passes notices to the listeners of this process immediately, and to event streams in the order of the notices. */
export function createNoticeDispatcher({ streams, choosers, keep, log }: Parts) {
  const listeners = new Map<string, (data: never) => void>()
  let cursor: StreamPosition | undefined
  let queue = Promise.resolve()
  const enqueue = (work: () => Promise<void> | void) => {
    queue = queue.then(work).catch((error: unknown) => log.error('live', error))
  }
  const setCursor = (id: string) => {
    cursor = { id, delivered: (cursor?.delivered ?? 0) + 1 }
  }
  const resync = () => streams.deliver([{ to: streams.users(), message: { type: 'resync' } }])
  const deliver = (deliveries: Delivery[] | undefined, { id, notice }: NumberedNotice) => {
    // If choosing the receivers failed, all users with a stream must refetch their page.
    if (deliveries) streams.deliver(deliveries, id)
    else resync()
    if (notice.holdsSeconds === undefined) setCursor(id)
  }
  const applyNotice = (notice: Notice) => {
    const { topic, data, holdsSeconds, closed = [] } = notice
    const listener = listeners.get(topic ?? '')
    if (listener && data) listener(data as never)
    else if (topic && holdsSeconds !== undefined) keep(notice)
    for (const stream of closed.length > 0 ? streams.all() : []) if (closed.includes(stream.session)) stream.close()
  }
  const choose = (notice: Notice): Promise<Delivery[] | undefined> =>
    choosers.of(notice, streams.users()).catch((error: unknown) => {
      log.error('live', error, { topic: notice.topic })
      return undefined
    })
  return {
    listeners,
    cursor: () => cursor,
    /** Sets the start position. With `isRestart`, notices before that position were lost. */
    begin: ({ newest, held }: StartPosition, isRestart: boolean) => {
      for (const notice of held) applyNotice(notice)
      enqueue(() => {
        if (isRestart) resync()
        if (newest) setCursor(newest)
      })
      // A lost notice may have ended sessions, so each stream checks its session.
      for (const stream of isRestart ? streams.all() : []) stream.recheck()
    },
    dispatch: (numbered: NumberedNotice) => {
      applyNotice(numbered.notice)
      // The receivers are chosen in parallel, but messages are sent in the order of the notices.
      const ready = withTimeout(choose(numbered.notice), CHOOSE_TIMEOUT_MS)
      enqueue(async () => deliver(await ready, numbered))
    },
  }
}
