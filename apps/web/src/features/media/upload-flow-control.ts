import type { HttpRequest } from 'tus-js-client'
import { msSincePageLoad } from '#lib/time/time.ts'
import { joinUploadQueue } from './upload-queue.ts'

const KB = 1024
const FIRST_CHUNK_BYTES = 32 * KB
const MIN_CHUNK_BYTES = 8 * KB
const MAX_CHUNK_BYTES = 4 * KB * KB
// Target duration of a chunk. A lost connection wastes at most one chunk.
const CHUNK_MS = 2_000
// Timeout of a request without progress. Decoding a photo takes less time, and browser timeouts are longer.
const TIMEOUT_MS = 90_000

const clampChunkSize = (bytes: number) => Math.round(Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, bytes)))

/**
 * Aborts a request after `TIMEOUT_MS` without progress, because the connection may be lost. Returns a function that
 * stops the timer.
 */
function abortWithoutProgress(request: HttpRequest): () => void {
  const xhr = request.getUnderlyingObject() as XMLHttpRequest
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const restartTimer = () => {
    stop()
    timer = setTimeout(() => {
      xhr.abort()
      xhr.dispatchEvent(new ProgressEvent('error'))
    }, TIMEOUT_MS)
  }
  xhr.upload.addEventListener('progress', restartTimer)
  xhr.addEventListener('loadend', stop)
  restartTimer()
  return stop
}

/** Adapts an upload to its connection: its turn in the queue, its chunk size, and the timeout of its requests. */
export function createUploadFlowControl() {
  const queuePosition = joinUploadQueue()
  let stopWatching = () => {}
  let requestedAt = msSincePageLoad()
  let chunkSize = FIRST_CHUNK_BYTES
  return {
    chunkSize,
    /** Waits for the upload's turn, and starts the timeout of the request. Rejects once the upload has ended. */
    begin: async (request: HttpRequest) => {
      await queuePosition.turn()
      stopWatching = abortWithoutProgress(request)
      requestedAt = msSincePageLoad()
    },
    /** Reports that the last chunk was sent. */
    allSent: queuePosition.allSent,
    /** Reports that the server received a chunk. Returns the size of the next chunk in bytes. */
    arrived: (bytes: number): number => {
      const ms = Math.max(msSincePageLoad() - requestedAt, 10)
      queuePosition.sent(bytes, ms)
      chunkSize = clampChunkSize((bytes / ms) * CHUNK_MS)
      return chunkSize
    },
    /** Reports that a chunk failed. Returns the size of the next chunk in bytes. */
    failed: (): number => {
      chunkSize = clampChunkSize(chunkSize / 2)
      return chunkSize
    },
    end: () => {
      stopWatching()
      queuePosition.leave()
    },
  }
}
