/** Every connection was busy, and stayed so for as long as somebody may wait. */
export class PoolExhausted extends Error {
  constructor() {
    super('All connections to the database are busy.')
  }
}

// Less than the ten seconds that a request may take; then people are told to try again.
const WAIT_MS = 3_000

/** A statement that is on its way, as the driver gives it. */
type Asked<T> = PromiseLike<T> & { cancel(): void }

/** The driver lets callers wait for a connection without end; through here they wait three seconds. */
export type PoolGate = {
  /** A statement. The driver sends several down one connection, so it is timed only when none is free for it. */
  statement<T>(ask: () => Asked<T>): Promise<T>
  /** Work that wants a connection to itself. It has not begun when it is refused. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/**
 * The way to a pool of so many connections (`security.md` §2.2, S2).
 * @throws PoolExhausted when none became free in time.
 */
export function poolGate(connections: number): PoolGate {
  const alone = turns(connections)
  let inFlight = 0
  const counted = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    inFlight++
    try {
      return await work()
    } finally {
      inFlight--
    }
  }
  return {
    statement: (ask) => {
      const isCrowded = inFlight >= connections
      return counted(() => (isCrowded ? inTime(ask()) : ask()))
    },
    alone: (work) => alone(() => counted(work)),
  }
}

async function inTime<T>(asked: Asked<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    asked.cancel()
    late.reject(new PoolExhausted())
  }, WAIT_MS)
  try {
    return await Promise.race([asked, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs at most so many at once, the others in turn. */
function turns(places: number) {
  const waiting = new Set<() => void>()
  let free = places
  const place = () => {
    const turn = Promise.withResolvers<void>()
    const enter = () => {
      clearTimeout(timer)
      waiting.delete(enter)
      turn.resolve()
    }
    const timer = setTimeout(() => {
      waiting.delete(enter)
      turn.reject(new PoolExhausted())
    }, WAIT_MS)
    waiting.add(enter)
    return turn.promise
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await place()
    try {
      return await work()
    } finally {
      // Whoever has waited longest takes the place over.
      const [next] = waiting
      if (next) next()
      else free++
    }
  }
}
