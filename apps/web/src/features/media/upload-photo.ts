import type { ProblemBody } from '@pawtrait/contract/errors.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { getPhoto, type OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { HttpRequest, HttpResponse, UploadOptions } from 'tus-js-client'
import { CallError, call, refused } from '#lib/server/call.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { viewerHeader } from '#lib/server/page-viewer.ts'
import { paceUpload } from './upload-pace.ts'

type Handlers = {
  /** The upload's turn has come: on a slow connection photos are sent one after the other. */
  onStart?: () => void
  /** Bytes that the server has. */
  onProgress: (sent: number) => void
}

export type Upload = {
  /** The photo once the server has decoded it. @throws CallError with the server's refusal, or `offline`. */
  done: Promise<OwnPhoto>
  /** Stops, and lets the server forget what it has. */
  cancel: () => void
}

/** A body that broke off says nothing about the photo: the connection was lost. */
function refusalOf(response: HttpResponse | null | undefined): CallError {
  if (response?.getStatus() === 408) return new CallError(null)
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

// 0: the connection was lost. 408: the body broke off. 409, 423: another request for the same upload is still ending.
const passing = [0, 408, 409, 423]
const isPassing = (status: number) => passing.includes(status) || status >= 500

/** tus-js-client would begin a new upload, and forget what has arrived of this one. */
function keepUpload(request: HttpRequest, response: HttpResponse) {
  if (request.getMethod() === 'HEAD' && isPassing(response.getStatus())) throw new Error('not told the offset')
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
 * Sends a file in chunks that resume where the connection dropped. They are sized by the speed they meet, and smaller
 * after each that broke off.
 */
export async function uploadPhoto(file: File, { onStart, onProgress }: Handlers): Promise<Upload> {
  // The place in the queue is that of the call, however long the part takes to load.
  const pace = paceUpload()
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
        // The answer to the last chunk waits for the decoder.
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
