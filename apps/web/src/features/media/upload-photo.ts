import type { ProblemBody } from '@pawtrait/contract/errors.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { getPhoto, type OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { HttpRequest, HttpResponse, UploadOptions } from 'tus-js-client'
import { CallError, call, toCallError } from '#lib/server/call.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { viewerHeader } from '#lib/server/page-viewer.ts'
import { createUploadPace } from './upload-pace.ts'

type Handlers = {
  /** Called when the upload starts, maybe after others: on a slow connection photos are sent one at a time. */
  onStart?: () => void
  /** Receives the number of bytes the server has. */
  onProgress: (sent: number) => void
}

export type PhotoUpload = {
  /** The photo, once the server has decoded it. @throws CallError with the server's error, or `offline` */
  done: Promise<OwnPhoto>
  /** Aborts the upload and deletes its data on the server. */
  cancel: () => void
}

/** Returns the error of a failed upload. 408 means that the connection was lost while the body was sent. */
function refusalOf(response: HttpResponse | null | undefined): CallError {
  if (response?.getStatus() === 408) return new CallError(null)
  const body = response?.getBody()
  try {
    return toCallError(body ? (JSON.parse(body) as ProblemBody) : null)
  } catch {
    return new CallError(null)
  }
}

/** The response to the last chunk has no body; a header names the photo. */
async function photoNamedIn(response: HttpResponse): Promise<OwnPhoto> {
  // Cast: the server writes its own id here, by the contract of tus uploads.
  const id = response.getHeader('Photo-Id') as PhotoId | undefined
  if (!id) throw new CallError(null)
  return call(getPhoto, { params: { id } })
}

// Statuses to retry. 0, 408: connection lost. 409, 423: another request for the same upload is still ending.
const passing = [0, 408, 409, 423]
const isPassing = (status: number) => passing.includes(status) || status >= 500

/** Throws if the offset is not known: tus-js-client would then start a new upload and discard the data sent so far. */
function keepUpload(request: HttpRequest, response: HttpResponse) {
  if (request.getMethod() === 'HEAD' && isPassing(response.getStatus()))
    throw new Error('The server did not send the upload offset.')
}

const unchanging: UploadOptions = {
  endpoint: '/api/uploads',
  retryDelays: [0, 1000, 3000, 5000, 10_000, 20_000, 30_000],
  storeFingerprintForResuming: false,
  removeFingerprintOnSuccess: true,
  onAfterResponse: keepUpload,
}

const loadTus = () => import('tus-js-client')

/**
 * Uploads a file in chunks and resumes after a lost connection. The chunk size follows the measured speed,
 * and halves after each failed chunk.
 */
export async function uploadPhoto(file: File, { onStart, onProgress }: Handlers): Promise<PhotoUpload> {
  // Joins the queue before the library loads, so that uploads run in the order of the calls.
  const pace = createUploadPace()
  const { Upload: TusUpload } = await loadChunk(loadTus).catch((error: unknown) => {
    pace.end()
    throw error
  })
  let cancel = () => {}
  const done = new Promise<OwnPhoto>((resolve, reject) => {
    const upload = new TusUpload(file, {
      ...unchanging,
      headers: viewerHeader(),
      metadata: { filetype: file.type },
      chunkSize: pace.chunkSize,
      onBeforeRequest: async (request) => {
        if (request.getMethod() === 'DELETE') return
        await pace.begin(request)
        if (request.getMethod() === 'POST') onStart?.()
      },
      onProgress: (sent, total) => {
        if (sent === total) pace.allSent()
        onProgress(sent)
      },
      onChunkComplete: (size, accepted, total) => {
        // Not for the last chunk: its response waits for the decoder, so it does not measure the network.
        if (accepted < total) upload.options.chunkSize = pace.arrived(size)
      },
      onShouldRetry: (error) => {
        upload.options.chunkSize = pace.failed()
        return isPassing(error.originalResponse?.getStatus() ?? 0)
      },
      onError: (error) => reject(refusalOf('originalResponse' in error ? error.originalResponse : null)),
      onSuccess: ({ lastResponse }) => void photoNamedIn(lastResponse).then(resolve, reject),
    })
    cancel = () => {
      void upload.abort(true).catch(() => {})
      reject(new CallError(null))
    }
    upload.start()
  }).finally(pace.end)
  return { done, cancel: () => cancel() }
}
