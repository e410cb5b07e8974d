import type { HttpRequest } from 'tus-js-client'
import { msSincePageLoad } from '#lib/time/time.ts'
import { joinUploadQueue } from './upload-queue.ts'

const KB = 1024
const FIRST_CHUNK = 32 * KB
const LEAST_CHUNK = 8 * KB
const MOST_CHUNK = 4 * KB * KB
// Target duration of a chunk. A lost connection wastes at most one chunk.
const CHUNK_MS = 2_000
// Timeout of a request without progress. Decoding a photo takes less time, and browser timeouts are longer.
const SILENCE_MS = 90_000

const fittingChunk = (bytes: number) => Math.round(Math.min(MOST_CHUNK, Math.max(LEAST_CHUNK, bytes)))

/**
 * Aborts a request after `SILENCE_MS` without progress, because the connection may be lost. Returns a function that
 * stops the timer.
 */
function endInSilence(request: HttpRequest): () => void {
  const xhr = request.getUnderlyingObject() as XMLHttpRequest
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const restartTimer = () => {
    stop()
    timer = setTimeout(() => {
      xhr.abort()
      xhr.dispatchEvent(new ProgressEvent('error'))
    }, SILENCE_MS)
  }
  xhr.upload.addEventListener('progress', restartTimer)
  xhr.addEventListener('loadend', stop)
  restartTimer()
  return stop
}

/** Adapts an upload to its connection: its turn in the queue, its chunk size, and the timeout of its requests. */
export function createUploadFlowControl() {
  const place = joinUploadQueue()
  let stopWatching = () => {}
  let requestedAt = msSincePageLoad()
  let chunkSize = FIRST_CHUNK
  return {
    chunkSize,
    /** Waits for the upload's turn, and starts the timeout of the request. Rejects once the upload has ended. */
    begin: async (request: HttpRequest) => {
      await place.turn()
      stopWatching = endInSilence(request)
      requestedAt = msSincePageLoad()
    },
    /** Reports that the last chunk was sent. */
    allSent: place.allSent,
    /** Reports that the server received a chunk. Returns the size of the next chunk in bytes. */
    arrived: (bytes: number): number => {
      const ms = Math.max(msSincePageLoad() - requestedAt, 10)
      place.sent(bytes, ms)
      chunkSize = fittingChunk((bytes / ms) * CHUNK_MS)
      return chunkSize
    },
    /** Reports that a chunk failed. Returns the size of the next chunk in bytes. */
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
