import type { Clock } from '#platform/clock.ts'

/** Where a stream's text goes. */
export type Sink = {
  write(text: string): void
  /** Bytes written that the reader has not taken yet. */
  waitingBytes(): number
  /** Ends politely. */
  end(): void
  /** Cuts the connection: what waits is thrown away. */
  drop(): void
}

/** Up to where a stream's reader has been told everything: a notice, and how many this process has told by then. */
export type Cursor = { id: string; told: number }

/** One stream of server-sent events. */
export type EventStream = {
  /** `id` is what the reader comes back with after a break (Last-Event-ID). */
  send(message: { type?: string }, id?: string): void
  /** Tells the reader how far it has been told everything, when that is further than it knows. */
  mark(): void
  /** Asks now whether the reader may go on, and ends the stream when not. */
  recheck(): Promise<void>
  close(): void
}

export type StreamHooks = {
  /** Whether the reader may go on reading; asked every 60 s. */
  mayGoOn(): Promise<boolean>
  /** Undefined as long as the reader has not been told everything. */
  cursor(): Cursor | undefined
  /** Runs once, however the stream ended. */
  onEnd(): void
}

export const streamLimits = {
  heartbeatMs: 25_000,
  recheckMs: 60_000,
  // security.md §3.4
  eventBytes: 64 * 1024,
  eventsPerSecond: 100,
  waitingBytes: 256 * 1024,
  waitingMs: 60_000,
  resyncMs: 60_000,
  // So that a reader who comes back has missed fewer than are replayed, where most of what happens is not for them.
  unmarked: 100,
} as const

const RETRY = 'retry: 3000\n\n'
const RESYNC = { type: 'resync' }
const CAUGHT_UP = { type: 'caught-up' }

type Open = EventStream & { begin(): void; tick(): void }

/** All streams of this process, under one timer that runs while any is open. */
export type EventStreams = {
  open(sink: Sink, hooks: StreamHooks): EventStream
  /** What the timer does once a second: heartbeats, session checks, slow readers. */
  tick(): void
}

/** @see security.md §3.4 for the limits; §7 R01–R04 for what must hold. */
export function eventStreams(clock: Clock): EventStreams {
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

function openStream(clock: Clock, sink: Sink, hooks: StreamHooks, onClosed: () => void): Open {
  const now = () => clock.now().getTime()
  const pace = paceOf(now)
  let marked: Cursor = { id: '', told: 0 }
  let [open, wroteAt, checkedAt, emptyAt] = [true, now(), now(), now()]
  const end = (how: () => void) => {
    if (!open) return
    open = false
    how()
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
    // A reader who has missed something keeps the old position: a reconnect replays from there.
    if (!open || !cursor || cursor.id === marked.id || pace.hasMissed() || resync.isDue()) return false
    marked = cursor
    write(eventText(CAUGHT_UP, cursor.id))
    return true
  }
  const recheck = async () => {
    checkedAt = now()
    // What cannot be checked does not go on (security.md §3.3).
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
      if (!open || !pace.take()) return
      const text = eventText(message, resync.isDue() ? undefined : id)
      // The reader misses a message that is too long, so it asks for a resync.
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
      if ((hooks.cursor()?.told ?? 0) - marked.told >= streamLimits.unmarked) mark()
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
 * Sends a `resync` at most once per `resyncMs`: readers fetch everything on their screen again. A further request is
 * delayed to the end of that time, never dropped. While one is due, events carry no ids, so that a reader who
 * disconnects before it comes resumes from before what was missed.
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

/** Counts events per second. Events over the limit are dropped; a `resync` is requested when the second is over. */
function paceOf(now: () => number) {
  let [secondStarts, sent, missed] = [now(), 0, false]
  return {
    /** Counts one event; returns whether it may be sent. */
    take: () => {
      if (now() - secondStarts >= 1_000) [secondStarts, sent] = [now(), 0]
      if (missed || ++sent > streamLimits.eventsPerSecond) missed = true
      return !missed
    },
    /** Whether events were dropped in this second. */
    hasMissed: () => missed,
    /** True once after a second in which events were dropped. */
    caughtUp: () => {
      if (!missed || now() - secondStarts < 1_000) return false
      ;[secondStarts, sent, missed] = [now(), 1, false]
      return true
    },
  }
}
