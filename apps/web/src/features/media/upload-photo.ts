import type { ProblemBody } from '@pawtrait/contract/errors.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { getPhoto, type OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { HttpRequest, HttpResponse, UploadOptions } from 'tus-js-client'
import { CallError, call, toCallError } from '#lib/server/call.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { buildViewerHeader } from '#lib/server/page-viewer.ts'
import { createUploadFlowControl } from './upload-flow-control.ts'

type Handlers = {
  /** Called when the upload starts. On a slow connection the upload first waits for earlier uploads. */
  onStart?: () => void
  /** Called with the number of bytes that the server has received. */
  onProgress: (sent: number) => void
}

export type PhotoUpload = {
  /** Resolves to the photo once the server has decoded it. @throws CallError with the server's error, or `offline` */
  done: Promise<OwnPhoto>
  /** Aborts the upload and deletes its data on the server. */
  cancel: () => void
}

/** Returns the error of a failed upload. Status 408 means that the connection was lost during the request. */
function parseCallError(response: HttpResponse | null | undefined): CallError {
  if (response?.getStatus() === 408) return new CallError(null)
  const body = response?.getBody()
  try {
    return toCallError(body ? (JSON.parse(body) as ProblemBody) : null)
  } catch {
    return new CallError(null)
  }
}

/** Fetches the uploaded photo. Its id is in a header, because the last response of an upload has no body. */
async function fetchUploadedPhoto(response: HttpResponse): Promise<OwnPhoto> {
  // The cast is safe: the server writes the photo's id into this header.
  const id = response.getHeader('Photo-Id') as PhotoId | undefined
  if (!id) throw new CallError(null)
  return call(getPhoto, { params: { id } })
}

// Statuses to retry: 0 and 408 for a lost connection, 409 and 423 while an earlier request still locks the upload.
const retryableStatuses = [0, 408, 409, 423]
const isRetryable = (status: number) => retryableStatuses.includes(status) || status >= 500

/** Throws if the server could not send the upload offset, because tus-js-client would otherwise restart from zero. */
function throwWithoutOffset(request: HttpRequest, response: HttpResponse) {
  if (request.getMethod() === 'HEAD' && isRetryable(response.getStatus()))
    throw new Error('The server did not send the upload offset.')
}

const fixedOptions: UploadOptions = {
  endpoint: '/api/uploads',
  retryDelays: [0, 1000, 3000, 5000, 10_000, 20_000, 30_000],
  storeFingerprintForResuming: false,
  removeFingerprintOnSuccess: true,
  onAfterResponse: throwWithoutOffset,
}

/** Returns whether the file is still readable. Android replaces files of cloud folders, which makes them unreadable. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

const loadTus = () => import('tus-js-client')

/**
 * Uploads a file in chunks, and resumes after a lost connection. The measured speed sets the chunk size; each failed
 * chunk halves it.
 */
export async function uploadPhoto(file: File, { onStart, onProgress }: Handlers): Promise<PhotoUpload> {
  // Joins the queue before the upload library has loaded, so that uploads start in the order of the calls.
  const flowControl = createUploadFlowControl()
  const { Upload: TusUpload } = await loadChunk(loadTus).catch((error: unknown) => {
    flowControl.end()
    throw error
  })
  let cancel = () => {}
  let isGone = false
  const done = new Promise<OwnPhoto>((resolve, reject) => {
    const upload = new TusUpload(file, {
      ...fixedOptions,
      headers: buildViewerHeader(),
      metadata: { filetype: file.type },
      chunkSize: flowControl.chunkSize,
      onBeforeRequest: async (request) => {
        if (request.getMethod() === 'DELETE') return
        isGone = !(await isReadable(file))
        if (isGone) throw new CallError(null, { otherwise: 'file-changed' })
        await flowControl.begin(request)
        if (request.getMethod() === 'POST') onStart?.()
      },
      onProgress: (sent, total) => {
        if (sent === total) flowControl.allSent()
        onProgress(sent)
      },
      onChunkComplete: (size, accepted, total) => {
        // The speed measurement skips the last chunk, because its response time includes the decoding of the photo.
        if (accepted < total) upload.options.chunkSize = flowControl.arrived(size)
      },
      onShouldRetry: (error) => {
        upload.options.chunkSize = flowControl.failed()
        return !isGone && isRetryable(error.originalResponse?.getStatus() ?? 0)
      },
      onError: (error) =>
        reject(
          isGone
            ? new CallError(null, { otherwise: 'file-changed' })
            : parseCallError('originalResponse' in error ? error.originalResponse : null),
        ),
      onSuccess: ({ lastResponse }) => void fetchUploadedPhoto(lastResponse).then(resolve, reject),
    })
    cancel = () => {
      void upload.abort(true).catch(() => {})
      reject(new CallError(null))
    }
    upload.start()
  }).finally(flowControl.end)
  return { done, cancel: () => cancel() }
}
