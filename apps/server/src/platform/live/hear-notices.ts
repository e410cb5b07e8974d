import type { Log } from '#platform/monitoring/log.ts'
import { inTime } from '#platform/process/in-time.ts'
import type { Cursor } from './event-stream.ts'
import { CHOICE_MS, type choices, type Told } from './live-choice.ts'
import type { Beginning, Notice, NumberedNotice } from './live-notices.ts'
import type { OpenStreams } from './open-streams.ts'

type Parts = {
  streams: OpenStreams
  chosen: ReturnType<typeof choices>
  /** Keeps what holds for a topic for which nobody listens yet. */
  keep: (notice: Notice) => void
  log: Log
}

/** Hands notices on: to streams in the order in which they come, to everything else at once. */
export function noticeHearer({ streams, chosen, keep, log }: Parts) {
  const listeners = new Map<string, (data: never) => void>()
  let cursor: Cursor | undefined
  let turn = Promise.resolve()
  const inTurn = (work: () => Promise<void> | void) => {
    turn = turn.then(work).catch((error: unknown) => log.error('live', error))
  }
  const moveTo = (id: string) => {
    cursor = { id, told: (cursor?.told ?? 0) + 1 }
  }
  const resync = () => streams.tell([{ to: streams.users(), message: { type: 'resync' } }])
  const tell = (told: Told[] | undefined, { id, notice }: NumberedNotice) => {
    // Whoever should have heard of it reads again what is on the screen.
    if (told) streams.tell(told, id)
    else resync()
    if (notice.holdsSeconds === undefined) moveTo(id)
  }
  const learn = (notice: Notice) => {
    const { topic, data, holdsSeconds, closed = [] } = notice
    const listener = listeners.get(topic ?? '')
    if (listener && data) listener(data as never)
    else if (topic && holdsSeconds !== undefined) keep(notice)
    for (const stream of closed.length > 0 ? streams.all() : []) if (closed.includes(stream.session)) stream.close()
  }
  const choose = (notice: Notice): Promise<Told[] | undefined> =>
    chosen.of(notice, streams.users()).catch((error: unknown) => {
      log.error('live', error, { topic: notice.topic })
      return undefined
    })
  return {
    listeners,
    cursor: () => cursor,
    /** Where it begins; `anew`: after what nobody can say. */
    begin: ({ newest, held }: Beginning, anew: boolean) => {
      for (const notice of held) learn(notice)
      inTurn(() => {
        if (anew) resync()
        if (newest) moveTo(newest)
      })
      // Sessions may have been ended meanwhile.
      for (const stream of anew ? streams.all() : []) stream.recheck()
    },
    hear: (one: NumberedNotice) => {
      learn(one.notice)
      // Chosen at once, each beside the others; told in turn.
      const ready = inTime(choose(one.notice), CHOICE_MS)
      inTurn(async () => tell(await ready, one))
    },
  }
}
