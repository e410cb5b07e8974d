import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Delivery } from './message-choosers.ts'

export type OpenStream = {
  user: UserId
  /** Id of the session. Ending the session closes the stream. */
  session: string
  /** Writes a message. `id` becomes the client's Last-Event-ID. Messages that are not from the outbox have no id. */
  write: (message: object, id?: string) => void
  /** Closes the stream if its session is no longer valid. */
  recheck: () => void
  close: () => void
}

const STREAMS_PER_USER = 10

export function createStreamRegistry() {
  const streams = new Map<UserId, Set<OpenStream>>()
  const all = () => [...streams.values()].flatMap((userStreams) => [...userStreams])
  return {
    all,
    users: () => [...streams.keys()],
    /** Sends messages of a notice. An event's id is the notice's id and the index of the user's message. */
    deliver: (deliveries: readonly Delivery[], notice?: string) => {
      const counts = new Map<UserId, number>()
      for (const { to, message } of deliveries)
        for (const user of to) {
          const count = counts.get(user) ?? 0
          counts.set(user, count + 1)
          for (const stream of streams.get(user) ?? []) stream.write(message, notice && `${notice}.${count}`)
        }
    },
    add: (stream: OpenStream) => {
      const userStreams = streams.get(stream.user) ?? new Set()
      streams.set(stream.user, userStreams.add(stream))
      const [oldest] = userStreams
      if (userStreams.size > STREAMS_PER_USER) oldest?.close()
      return () => {
        userStreams.delete(stream)
        if (userStreams.size === 0) streams.delete(stream.user)
      }
    },
  }
}

export type StreamRegistry = ReturnType<typeof createStreamRegistry>
