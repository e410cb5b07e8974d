import type { UserId } from '@pawtrait/contract/ids.ts'
import type { EventStream } from './event-stream.ts'
import type { LiveMessages } from './live.ts'
import { MAX_REPLAYED_EVENTS } from './replay.ts'

type Event = { message: object; id?: string | undefined }

/** Resumes a stream: sends missed messages (a resync if unknown), then those that arrived during the replay. */
export function resumeStream(live: LiveMessages, user: UserId, lastEventId: unknown) {
  let waiting: Event[] | undefined = []
  let stream: EventStream | undefined
  const send = ({ message, id }: Event) => stream?.send(message, id)
  const begin = async (opened: EventStream) => {
    stream = opened
    const missed = await live.missed(user, lastEventId)
    const arrived = waiting ?? []
    waiting = undefined
    if (!missed || arrived.length > MAX_REPLAYED_EVENTS) send({ message: { type: 'resync' } })
    for (const event of missed ?? []) send(event)
    // A message that is committed during the replay is in both lists. It is sent only once.
    const replayed = new Set(missed?.map(({ id }) => id))
    for (const event of arrived) if (!event.id || !replayed.has(event.id)) send(event)
    stream.mark()
  }
  return {
    begin,
    isDone: () => waiting === undefined,
    write: (message: object, id?: string) => {
      if (!waiting) send({ message, id })
      // Keeps one message more than the limit, so that `begin` sends a resync. Drops all further messages.
      else if (waiting.length <= MAX_REPLAYED_EVENTS) waiting.push({ message, id })
    },
  }
}
