import type { UserId } from '@pawtrait/contract/ids.ts'
import type { EventStream } from './event-stream.ts'
import type { Live } from './live.ts'
import { MOST_REPLAYED } from './replay.ts'

type Event = { message: object; id?: string | undefined }

/**
 * A stream whose reader comes back: what they missed is told first, and what comes meanwhile waits behind it. When
 * nobody can say what that was, they are told to read again what is on the screen.
 */
export function resumeStream(live: Live, user: UserId, lastEventId: unknown) {
  let waiting: Event[] | undefined = []
  let stream: EventStream | undefined
  const send = ({ message, id }: Event) => stream?.send(message, id)
  const begin = async (given: EventStream) => {
    stream = given
    const missed = await live.missed(user, lastEventId)
    const came = waiting ?? []
    waiting = undefined
    if (!missed || came.length > MOST_REPLAYED) send({ message: { type: 'resync' } })
    for (const event of missed ?? []) send(event)
    // Committed while the outbox was read: told once.
    const told = new Set(missed?.map(({ id }) => id))
    for (const event of came) if (!event.id || !told.has(event.id)) send(event)
    stream.mark()
  }
  return {
    begin,
    isDone: () => waiting === undefined,
    write: (message: object, id?: string) => {
      if (!waiting) send({ message, id })
      // More would be let go by the stream's own limit.
      else if (waiting.length <= MOST_REPLAYED) waiting.push({ message, id })
    },
  }
}
