const KB = 1024
// Bytes per second of one upload. In between, the connection counts as before: of two uploads each gets half.
const SLOW = 48 * KB
const FAST = 128 * KB
// A small chunk says more about the delay of the connection than about its speed.
const TELLING_MS = 1_000
const LATE_MS = 8_000

type Speed = 'unknown' | 'slow' | 'fast'

let speed: Speed = 'unknown'
/** Uploads of this tab, in the order in which they may send. */
let uploads: readonly symbol[] = []
const listeners = new Set<() => void>()

function update(next: { speed?: Speed; uploads?: readonly symbol[] }) {
  uploads = next.uploads ?? uploads
  // The next upload may meet another network.
  speed = uploads.length === 0 ? 'unknown' : (next.speed ?? speed)
  for (const changed of listeners) changed()
}

/** Calls back when `isUploadingSlowly` may have changed. Returns the way to stop. */
export function followUploads(changed: () => void): () => void {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Whether a photo is being sent and the connection is slow. */
export const isUploadingSlowly = () => speed === 'slow'

/** An upload's place in the queue: two send at once on a fast connection, one until it is known to be fast. */
export type QueuePlace = {
  /** Waits until this upload may send its next chunk. Rejects once it has left. */
  turn: () => Promise<void>
  /** Tells how long a chunk took. */
  sent: (bytes: number, ms: number) => void
  /** Tells that the answer is waited for, not the connection. */
  allSent: () => void
  leave: () => void
}

export function joinQueue(): QueuePlace {
  const self = Symbol('upload')
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopWatching = () => {
    clearTimeout(timer)
    timer = undefined
  }
  // A retry is part of the same wait for a chunk.
  const watchLateness = () => {
    timer ??= setTimeout(() => update({ speed: 'slow' }), LATE_MS)
  }
  const mayGo = () => uploads.indexOf(self) < (speed === 'fast' ? 2 : 1)
  update({ uploads: [...uploads, self] })
  return {
    turn: () =>
      new Promise((resolve, reject) => {
        const look = () => {
          const hasLeft = !uploads.includes(self)
          if (!hasLeft && !mayGo()) return
          stop()
          if (hasLeft) return reject(new Error('This upload has left the queue.'))
          watchLateness()
          resolve()
        }
        const stop = followUploads(look)
        look()
      }),
    sent: (bytes, ms) => {
      stopWatching()
      watchLateness()
      const rate = (bytes / Math.max(ms, 1)) * 1000
      if (rate >= FAST) update({ speed: 'fast' })
      else if (rate < SLOW && ms >= TELLING_MS) update({ speed: 'slow' })
    },
    allSent: stopWatching,
    leave: () => {
      stopWatching()
      update({ uploads: uploads.filter((one) => one !== self) })
    },
  }
}
