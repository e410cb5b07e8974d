import type { Clock } from '#platform/clock.ts'

export type StreamSink = {
  write(text: string): void
  /** Returns the number of bytes that are written but not yet sent. */
  waitingBytes(): number
  /** Closes the connection after all written bytes were sent. */
  end(): void
  drop(): void
}

/** The last notice that a reader has received: its id, and its number in this process. */
export type StreamPosition = { id: string; delivered: number }

export type EventStream = {
  /** `id` becomes the reader's Last-Event-ID. */
  send(message: { type?: string }, id?: string): void
  /** Sends the current position, unless the reader already has it. */
  mark(): void
  /** Ends the stream if its reader has lost access. */
  recheck(): Promise<void>
  close(): void
}

export type StreamHooks = {
  /** Whether the reader still has access. Called every 60 s. */
  mayGoOn(): Promise<boolean>
  /** Returns the position up to which the reader has every message; undefined during a replay. */
  cursor(): StreamPosition | undefined
  /** Called once when the stream has ended, for any reason. */
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
  // A reader gets its position after this number of notices for other users. A reconnect then replays few notices.
  unmarked: 100,
} as const

const RETRY = 'retry: 3000\n\n'
const RESYNC = { type: 'resync' }
const CAUGHT_UP = { type: 'caught-up' }

type Open = EventStream & { begin(): void; tick(): void }

/** All streams of this process. One timer runs while a stream is open. */
export type EventStreams = {
  open(sink: StreamSink, hooks: StreamHooks): EventStream
  tick(): void
}

export function createEventStreams(clock: Clock): EventStreams {
  const streams = new Set<Open>()
  let timer: NodeJS.Timeout | undefined
  const tick = () => {
    for (const stream of [...streams]) stream.tick()
  }
  const remove = (stream: Open) => {
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

function openStream(clock: Clock, sink: StreamSink, hooks: StreamHooks, onClosed: () => void): Open {
  const now = () => clock.now().getTime()
  const pace = paceOf(now)
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
  const resync = resyncLimit(now, () => write(eventText(RESYNC)))
  const mark = () => {
    const cursor = hooks.cursor()
    // After dropped messages the reader keeps its old position, from which a reconnect replays them.
    if (!isOpen || !cursor || cursor.id === marked.id || pace.hasMissed() || resync.isDue()) return false
    marked = cursor
    write(eventText(CAUGHT_UP, cursor.id))
    return true
  }
  const recheck = async () => {
    checkedAt = now()
    const allowed = await hooks.mayGoOn().catch(() => false)
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
      if (!isOpen || !pace.take()) return
      const text = eventText(message, resync.isDue() ? undefined : id)
      // A message above the size limit becomes a resync, after which the reader fetches the change.
      if (message.type === RESYNC.type || Buffer.byteLength(text) > streamLimits.eventBytes) resync.request()
      else write(text)
    },
    close: () => {
      mark()
      end(sink.end)
    },
    tick: () => {
      if (pace.caughtUp()) resync.request()
      resync.tick()
      if (sink.waitingBytes() === 0) emptyAt = now()
      if (now() - emptyAt >= streamLimits.waitingMs) return end(sink.drop)
      if ((hooks.cursor()?.delivered ?? 0) - marked.delivered >= streamLimits.unmarked) mark()
      if (now() - wroteAt >= streamLimits.heartbeatMs && !mark()) write(':\n\n')
      if (now() - checkedAt >= streamLimits.recheckMs) void recheck()
    },
  }
}

function eventText(message: { type?: string }, id?: string): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return `event: ${message.type}\n${idLine}data: ${JSON.stringify(message)}\n\n`
}

/**
 * Sends at most one `resync` per `resyncMs`. A second resync waits. Until it is sent, events have no ids, so a
 * reconnect also replays the dropped events.
 */
function resyncLimit(now: () => number, send: () => void) {
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

/** Limits events per second. After a second in which events were dropped, a `resync` is requested. */
function paceOf(now: () => number) {
  let [secondStarts, sent, missed] = [now(), 0, false]
  return {
    take: () => {
      if (now() - secondStarts >= 1_000) [secondStarts, sent] = [now(), 0]
      if (missed || ++sent > streamLimits.eventsPerSecond) missed = true
      return !missed
    },
    hasMissed: () => missed,
    /** Returns true once after each second in which events were dropped. */
    caughtUp: () => {
      if (!missed || now() - secondStarts < 1_000) return false
      ;[secondStarts, sent, missed] = [now(), 1, false]
      return true
    },
  }
}
