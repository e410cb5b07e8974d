import type { UserId } from '@pawtrait/contract/ids.ts'
import type { EventStream } from './event-stream.ts'
import type { Live } from './live.ts'
import { MAX_REPLAYED } from './replay.ts'

type Event = { message: object; id?: string | undefined }

/** Resumes a stream. Sends missed messages (or a resync if unknown), then messages that arrived during the replay. */
export function resumeStream(live: Live, user: UserId, lastEventId: unknown) {
  let waiting: Event[] | undefined = []
  let stream: EventStream | undefined
  const send = ({ message, id }: Event) => stream?.send(message, id)
  const begin = async (opened: EventStream) => {
    stream = opened
    const missed = await live.missed(user, lastEventId)
    const arrived = waiting ?? []
    waiting = undefined
    if (!missed || arrived.length > MAX_REPLAYED) send({ message: { type: 'resync' } })
    for (const event of missed ?? []) send(event)
    // A message committed during the replay is in both lists, but is sent once.
    const replayed = new Set(missed?.map(({ id }) => id))
    for (const event of arrived) if (!event.id || !replayed.has(event.id)) send(event)
    stream.mark()
  }
  return {
    begin,
    isDone: () => waiting === undefined,
    write: (message: object, id?: string) => {
      if (!waiting) send({ message, id })
      // Keeps one message above the limit, which makes `begin` send a resync. Drops further messages.
      else if (waiting.length <= MAX_REPLAYED) waiting.push({ message, id })
    },
  }
}
