const KB = 1024
// Speeds at which a connection counts as slow or fast, in bytes per second. Two parallel uploads halve each other's
// speed. The values therefore differ by more than a factor of 2 (hysteresis).
const SLOW = 48 * KB
const FAST = 128 * KB
// A chunk that takes less than this time does not show a slow connection: latency determines its duration, not speed.
const MIN_SLOW_MS = 1_000
const SLOW_AFTER_MS = 8_000

type Speed = 'unknown' | 'slow' | 'fast'

let speed: Speed = 'unknown'
/** Uploads of this tab, in the order of the queue. */
let uploads: readonly symbol[] = []
const listeners = new Set<() => void>()

function update(next: { speed?: Speed; uploads?: readonly symbol[] }) {
  uploads = next.uploads ?? uploads
  // Resets the speed after the last upload, because the next upload may use another network.
  speed = uploads.length === 0 ? 'unknown' : (next.speed ?? speed)
  for (const changed of listeners) changed()
}

/** Subscribes to changes of `isUploadingSlowly`. Returns the unsubscribe function. */
export function subscribeToSlowUploads(changed: () => void): () => void {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Returns whether an upload is running on a slow connection. */
export const isUploadingSlowly = () => speed === 'slow'

/** Position of an upload in the queue. On a fast connection two uploads send in parallel, otherwise only one. */
export type QueuePosition = {
  /** Waits until this upload may send its next chunk. Rejects once the upload has left the queue. */
  turn: () => Promise<void>
  /** Reports the size and duration of a sent chunk. */
  sent: (bytes: number, ms: number) => void
  /** Reports that all bytes are sent. Stops the measurement, because the server determines the remaining time. */
  allSent: () => void
  leave: () => void
}

export function joinUploadQueue(): QueuePosition {
  const self = Symbol('upload')
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopWatching = () => {
    clearTimeout(timer)
    timer = undefined
  }
  // The connection is considered slow when a chunk takes longer than this timer. A retry does not restart the timer.
  const watchLateness = () => {
    timer ??= setTimeout(() => update({ speed: 'slow' }), SLOW_AFTER_MS)
  }
  const mayGo = () => uploads.indexOf(self) < (speed === 'fast' ? 2 : 1)
  update({ uploads: [...uploads, self] })
  return {
    turn: () =>
      new Promise((resolve, reject) => {
        const checkTurn = () => {
          const hasLeft = !uploads.includes(self)
          if (!hasLeft && !mayGo()) return
          stop()
          if (hasLeft) return reject(new Error('This upload has left the queue.'))
          watchLateness()
          resolve()
        }
        const stop = subscribeToSlowUploads(checkTurn)
        checkTurn()
      }),
    sent: (bytes, ms) => {
      stopWatching()
      watchLateness()
      const rate = (bytes / Math.max(ms, 1)) * 1000
      if (rate >= FAST) update({ speed: 'fast' })
      else if (rate < SLOW && ms >= MIN_SLOW_MS) update({ speed: 'slow' })
    },
    allSent: stopWatching,
    leave: () => {
      stopWatching()
      update({ uploads: uploads.filter((other) => other !== self) })
    },
  }
}
