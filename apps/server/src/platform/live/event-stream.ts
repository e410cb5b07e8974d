import type { Clock } from '#platform/clock.ts'

export type StreamSink = {
  write(text: string): void
  /** Returns the number of bytes that were written but are not sent yet. */
  waitingBytes(): number
  /** Closes the connection when all written bytes are sent. */
  end(): void
  drop(): void
}

/** The last notice that a client has received: the id of the notice, and its number in this process. */
export type StreamPosition = { id: string; delivered: number }

export type EventStream = {
  /** `id` becomes the client's Last-Event-ID. */
  send(message: { type?: string }, id?: string): void
  /** Sends the current position, unless the client already has it. */
  mark(): void
  /** Ends the stream if the user has lost access. */
  recheck(): Promise<void>
  close(): void
}

export type StreamHooks = {
  /** Whether the user still has access. Called every 60 s. */
  hasAccess(): Promise<boolean>
  /** Returns the last notice up to which the client has received everything. Undefined during a replay. */
  cursor(): StreamPosition | undefined
  /** Called once when the stream ends, for any reason. */
  onEnd(): void
}

export const streamLimits = {
  heartbeatMs: 25_000,
  recheckMs: 60_000,
  eventBytes: 64 * 1024,
  eventsPerSecond: 100,
  waitingBytes: 256 * 1024,
  waitingMs: 60_000,
  resyncMs: 60_000,
  // After this number of notices for other users, the client gets its position. So a reconnect replays few notices.
  unmarked: 100,
} as const

const RETRY = 'retry: 3000\n\n'
const RESYNC = { type: 'resync' }
const CAUGHT_UP = { type: 'caught-up' }

type ManagedStream = EventStream & { begin(): void; tick(): void }

/** All streams of this process. A timer runs while at least one stream is open. */
export type EventStreams = {
  open(sink: StreamSink, hooks: StreamHooks): EventStream
  tick(): void
}

export function createEventStreams(clock: Clock): EventStreams {
  const streams = new Set<ManagedStream>()
  let timer: NodeJS.Timeout | undefined
  const tick = () => {
    for (const stream of [...streams]) stream.tick()
  }
  const remove = (stream: ManagedStream) => {
    streams.delete(stream)
    if (streams.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    tick,
    open: (sink, hooks) => {
      const stream = openStream(clock, sink, hooks, () => remove(stream))
      streams.add(stream)
      timer ??= setInterval(tick, 1_000)
      stream.begin()
      return stream
    },
  }
}

function openStream(clock: Clock, sink: StreamSink, hooks: StreamHooks, onClosed: () => void): ManagedStream {
  const now = () => clock.now().getTime()
  const eventLimit = createEventLimit(now)
  let marked: StreamPosition = { id: '', delivered: 0 }
  let [isOpen, wroteAt, checkedAt, emptyAt] = [true, now(), now(), now()]
  const end = (close: () => void) => {
    if (!isOpen) return
    isOpen = false
    close()
    onClosed()
    hooks.onEnd()
  }
  const write = (text: string) => {
    sink.write(text)
    wroteAt = now()
    if (sink.waitingBytes() > streamLimits.waitingBytes) end(sink.drop)
  }
  const resync = createResyncLimit(now, () => write(formatEvent(RESYNC)))
  const mark = () => {
    const cursor = hooks.cursor()
    // After dropped messages the client keeps its old position. A reconnect replays the messages from that position.
    if (!isOpen || !cursor || cursor.id === marked.id || eventLimit.hasMissed() || resync.isDue()) return false
    marked = cursor
    write(formatEvent(CAUGHT_UP, cursor.id))
    return true
  }
  const recheck = async () => {
    checkedAt = now()
    const allowed = await hooks.hasAccess().catch(() => false)
    if (!allowed) end(sink.end)
  }
  return {
    begin: () => {
      write(RETRY)
      mark()
    },
    recheck,
    mark,
    send: (message, id) => {
      if (!isOpen || !eventLimit.take()) return
      const text = formatEvent(message, resync.isDue() ? undefined : id)
      // A message above the size limit is replaced by a resync. The client then fetches the change.
      if (message.type === RESYNC.type || Buffer.byteLength(text) > streamLimits.eventBytes) resync.request()
      else write(text)
    },
    close: () => {
      mark()
      end(sink.end)
    },
    tick: () => {
      if (eventLimit.caughtUp()) resync.request()
      resync.tick()
      if (sink.waitingBytes() === 0) emptyAt = now()
      if (now() - emptyAt >= streamLimits.waitingMs) return end(sink.drop)
      if ((hooks.cursor()?.delivered ?? 0) - marked.delivered >= streamLimits.unmarked) mark()
      if (now() - wroteAt >= streamLimits.heartbeatMs && !mark()) write(':\n\n')
      if (now() - checkedAt >= streamLimits.recheckMs) void recheck()
    },
  }
}

function formatEvent(message: { type?: string }, id?: string): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return `event: ${message.type}\n${idLine}data: ${JSON.stringify(message)}\n\n`
}

// Limits `resync`, which makes the client refetch after the stream dropped events. Sends at most one per `resyncMs`; a
// further one is delayed. While one is pending, events are sent without ids. So the client's Last-Event-ID stays before
// the dropped events, and a reconnect replays them.
function createResyncLimit(now: () => number, send: () => void) {
  let [sentAt, due] = [Number.NEGATIVE_INFINITY, false]
  const sendIfAllowed = () => {
    if (!due || now() - sentAt < streamLimits.resyncMs) return
    ;[sentAt, due] = [now(), false]
    send()
  }
  return {
    request: () => {
      due = true
      sendIfAllowed()
    },
    isDue: () => due,
    tick: sendIfAllowed,
  }
}

/** Limits events per second. If events were dropped, requests a `resync` after that second. */
function createEventLimit(now: () => number) {
  let [secondStarts, sent, missed] = [now(), 0, false]
  return {
    take: () => {
      if (now() - secondStarts >= 1_000) [secondStarts, sent] = [now(), 0]
      if (missed || ++sent > streamLimits.eventsPerSecond) missed = true
      return !missed
    },
    hasMissed: () => missed,
    /** Whether events were dropped in the last second. Returns true only once for that second. */
    caughtUp: () => {
      if (!missed || now() - secondStarts < 1_000) return false
      ;[secondStarts, sent, missed] = [now(), 1, false]
      return true
    },
  }
}
