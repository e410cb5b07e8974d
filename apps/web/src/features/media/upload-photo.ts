import type { ProblemBody } from '@pawtrait/contract/errors.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { getPhoto, type OwnPhoto } from '@pawtrait/contract/photos.ts'
import type { HttpResponse } from 'tus-js-client'
import { CallError, call, refused } from '#lib/call.ts'
import { loadChunk } from '#lib/load-chunk.ts'
import { viewerHeader } from '#lib/page-viewer.ts'
import { elapsed } from '#lib/time.ts'

const KB = 1024
const LEAST_CHUNK = 256 * KB
const MOST_CHUNK = 4 * KB * KB
// The server gives a request ten seconds, body included; a chunk should take about two.
const CHUNK_SECONDS = 2

type Handlers = {
  /** Bytes that the server has. */
  onProgress: (sent: number) => void
}

export type Upload = {
  /** The photo once the server has decoded it. @throws CallError with the server's refusal, or `offline`. */
  done: Promise<OwnPhoto>
  /** Stops, and lets the server forget what it has. */
  cancel: () => void
}

function refusalOf(response: HttpResponse | null | undefined): CallError {
  const body = response?.getBody()
  try {
    return refused(body ? (JSON.parse(body) as ProblemBody) : null)
  } catch {
    return new CallError(null)
  }
}

/** The answer to the last chunk has no body; it names the photo in a header. */
async function photoNamedIn(response: HttpResponse): Promise<OwnPhoto> {
  // The server's own id, written by the contract of tus uploads.
  const id = response.getHeader('Photo-Id') as PhotoId | undefined
  if (!id) throw new CallError(null)
  return call(getPhoto, { params: { id } })
}

// 409 and 423: another request for the same upload is still ending.
const isPassing = (status: number) => status === 0 || status === 409 || status === 423 || status >= 500

const loadTus = () => import('tus-js-client')

/** Sends a file in chunks that resume where the connection dropped, sized by the speed they meet. */
export async function uploadPhoto(file: File, { onProgress }: Handlers): Promise<Upload> {
  const { Upload: TusUpload } = await loadChunk(loadTus)
  let chunkStarted = elapsed()
  let cancel = () => {}
  const done = new Promise<OwnPhoto>((resolve, reject) => {
    const upload = new TusUpload(file, {
      endpoint: '/api/uploads',
      chunkSize: LEAST_CHUNK,
      retryDelays: [0, 1000, 3000, 5000, 10_000, 20_000, 30_000],
      storeFingerprintForResuming: false,
      removeFingerprintOnSuccess: true,
      headers: viewerHeader(),
      metadata: { filetype: file.type },
      onProgress,
      onChunkComplete: (size) => {
        const seconds = (elapsed() - chunkStarted) / 1000
        chunkStarted = elapsed()
        const fitting = (size / Math.max(seconds, 0.01)) * CHUNK_SECONDS
        upload.options.chunkSize = Math.round(Math.min(MOST_CHUNK, Math.max(LEAST_CHUNK, fitting)))
      },
      onShouldRetry: (error) => isPassing(error.originalResponse?.getStatus() ?? 0),
      onError: (error) => reject(refusalOf('originalResponse' in error ? error.originalResponse : null)),
      onSuccess: ({ lastResponse }) => void photoNamedIn(lastResponse).then(resolve, reject),
    })
    cancel = () => {
      void upload.abort(true).catch(() => {})
      reject(new CallError(null))
    }
    upload.start()
  })
  return { done, cancel: () => cancel() }
}
