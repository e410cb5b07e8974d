import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Delivery } from './message-choosers.ts'

export type OpenStream = {
  user: UserId
  /** Id of the session; revoking it closes the stream. */
  session: string
  /** `id`: Last-Event-ID; none for messages outside the outbox. */
  write: (message: object, id?: string) => void
  /** Closes the stream if its session is no longer valid. */
  recheck: () => void
  close: () => void
}

const STREAMS_PER_USER = 10

export function createStreamRegistry() {
  const streams = new Map<UserId, Set<OpenStream>>()
  const all = () => [...streams.values()].flatMap((own) => [...own])
  return {
    all,
    users: () => [...streams.keys()],
    /** Sends the messages of a notice. Id of an event: the notice's id, then the number of the message for its user. */
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
      const own = streams.get(stream.user) ?? new Set()
      streams.set(stream.user, own.add(stream))
      const [oldest] = own
      if (own.size > STREAMS_PER_USER) oldest?.close()
      return () => {
        own.delete(stream)
        if (own.size === 0) streams.delete(stream.user)
      }
    },
  }
}

export type StreamRegistry = ReturnType<typeof createStreamRegistry>
