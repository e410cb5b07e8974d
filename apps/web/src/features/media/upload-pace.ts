import type { HttpRequest } from 'tus-js-client'
import { elapsed } from '#lib/time/time.ts'
import { joinQueue } from './upload-queue.ts'

const KB = 1024
const FIRST_CHUNK = 32 * KB
const LEAST_CHUNK = 8 * KB
const MOST_CHUNK = 4 * KB * KB
// A lost connection costs at most the chunk that was on its way.
const CHUNK_MS = 2_000
// Longer than the server looks at a photo. A network that is gone without a word would be waited for much longer.
const SILENCE_MS = 90_000

const fittingChunk = (bytes: number) => Math.round(Math.min(MOST_CHUNK, Math.max(LEAST_CHUNK, bytes)))

/** Makes a request in which nothing moves for `SILENCE_MS` fail like a lost connection. Returns the way to stop. */
function endInSilence(request: HttpRequest): () => void {
  const xhr = request.getUnderlyingObject() as XMLHttpRequest
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const hear = () => {
    stop()
    timer = setTimeout(() => {
      xhr.abort()
      xhr.dispatchEvent(new ProgressEvent('error'))
    }, SILENCE_MS)
  }
  xhr.upload.addEventListener('progress', hear)
  xhr.addEventListener('loadend', stop)
  hear()
  return stop
}

/** Fits an upload to its connection: when it may send, how large its chunks are, and when a request is given up. */
export function paceUpload() {
  const place = joinQueue()
  let stopWatching = () => {}
  let requestedAt = elapsed()
  let chunkSize = FIRST_CHUNK
  return {
    chunkSize,
    /** Waits for the turn of a request. Rejects once the upload has ended. */
    begin: async (request: HttpRequest) => {
      await place.turn()
      stopWatching = endInSilence(request)
      requestedAt = elapsed()
    },
    /** Tells that the last chunk is on its way. */
    allSent: place.allSent,
    /** Tells that a chunk has arrived. Returns the size of the next. */
    arrived: (bytes: number): number => {
      const ms = Math.max(elapsed() - requestedAt, 10)
      place.sent(bytes, ms)
      chunkSize = fittingChunk((bytes / ms) * CHUNK_MS)
      return chunkSize
    },
    /** Tells that a chunk did not arrive. Returns the size of the next. */
    failed: (): number => {
      chunkSize = fittingChunk(chunkSize / 2)
      return chunkSize
    },
    end: () => {
      stopWatching()
      place.leave()
    },
  }
}
