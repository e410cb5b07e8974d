import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Told } from './live-choice.ts'

/** One open event stream of one user. */
export type Stream = {
  user: UserId
  /** Whose session it is, so that revoking it closes the stream. */
  session: string
  /** `id`: of the event, by which its reader goes on after a break; none for what is in no outbox. */
  write: (message: object, id?: string) => void
  /** Looks whether its session still counts, and closes it when not. */
  recheck: () => void
  close: () => void
}

const STREAMS_PER_USER = 10 // security.md §3.4

/** The streams open in this process, by user. */
export function openStreams() {
  const streams = new Map<UserId, Set<Stream>>()
  const all = () => [...streams.values()].flatMap((own) => [...own])
  return {
    all,
    users: () => [...streams.keys()],
    /** Events of one notice: a reader's first is its number 0. */
    tell: (told: readonly Told[], notice?: string) => {
      const counts = new Map<UserId, number>()
      for (const { to, message } of told)
        for (const user of to) {
          const count = counts.get(user) ?? 0
          counts.set(user, count + 1)
          for (const stream of streams.get(user) ?? []) stream.write(message, notice && `${notice}.${count}`)
        }
    },
    add: (stream: Stream) => {
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

export type OpenStreams = ReturnType<typeof openStreams>
