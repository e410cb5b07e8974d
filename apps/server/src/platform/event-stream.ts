import type { Clock } from './clock.ts'

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

/** One stream of server-sent events. */
export type EventStream = {
  send(message: { type?: string }): void
  /** Asks now whether the reader may go on, and ends the stream when not. */
  recheck(): Promise<void>
  close(): void
}

export type StreamHooks = {
  /** Whether the reader may go on reading; asked every 60 s. */
  mayGoOn(): Promise<boolean>
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
} as const

const RETRY = 'retry: 3000\nid: 0\n\n'
const RESYNC = { type: 'resync' }

type Open = EventStream & { begin(): void; tick(): void }

/** All streams of this process, under one timer that runs while any is open. */
export type EventStreams = {
  /** `resumed`: the reader had a stream before (Last-Event-ID), so it may have missed something and is told so. */
  open(sink: Sink, hooks: StreamHooks, resumed: boolean): EventStream
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
    open: (sink, hooks, resumed) => {
      const stream = openStream(clock, sink, hooks, () => remove(stream))
      streams.add(stream)
      timer ??= setInterval(tick, 1_000)
      stream.begin()
      if (resumed) stream.send(RESYNC)
      return stream
    },
  }
}

function openStream(clock: Clock, sink: Sink, hooks: StreamHooks, onClosed: () => void): Open {
  const now = () => clock.now().getTime()
  const pace = paceOf(now)
  let [id, open, wroteAt, checkedAt, emptyAt] = [0, true, now(), now(), now()]
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
  const event = (message: { type?: string }) => {
    const data = JSON.stringify(message)
    const fits = Buffer.byteLength(data) <= streamLimits.eventBytes
    // A message too long to send is one the reader has missed.
    write(`event: ${fits ? message.type : RESYNC.type}\nid: ${++id}\ndata: ${fits ? data : JSON.stringify(RESYNC)}\n\n`)
  }
  const recheck = async () => {
    checkedAt = now()
    // What cannot be checked does not go on (security.md §3.3).
    const allowed = await hooks.mayGoOn().catch(() => false)
    if (!allowed) end(sink.end)
  }
  return {
    begin: () => write(RETRY),
    recheck,
    send: (message) => {
      if (open && pace.take()) event(message)
    },
    close: () => end(sink.end),
    tick: () => {
      if (pace.caughtUp()) event(RESYNC)
      if (sink.waitingBytes() === 0) emptyAt = now()
      if (now() - emptyAt >= streamLimits.waitingMs) return end(sink.drop)
      if (now() - wroteAt >= streamLimits.heartbeatMs) write(':\n\n')
      if (now() - checkedAt >= streamLimits.recheckMs) void recheck()
    },
  }
}

/** Counts events per second; what is over is left out, and made good by one `resync` when the second is over. */
function paceOf(now: () => number) {
  let [secondStarts, sent, missed] = [now(), 0, false]
  return {
    /** Whether one more may be sent now. */
    take: () => {
      if (now() - secondStarts >= 1_000) [secondStarts, sent] = [now(), 0]
      if (missed || ++sent > streamLimits.eventsPerSecond) missed = true
      return !missed
    },
    /** True once after a second in which events were left out. */
    caughtUp: () => {
      if (!missed || now() - secondStarts < 1_000) return false
      ;[secondStarts, sent, missed] = [now(), 1, false]
      return true
    },
  }
}
