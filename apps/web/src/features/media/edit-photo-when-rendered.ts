import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { editPhoto, type OwnPhoto, type PhotoChange } from '@pawtrait/contract/photos/photos.ts'
import { CallError, call } from '#lib/server/call.ts'

// The server waits up to ten seconds per attempt. All attempts take over a minute, enough for a very busy server.
const ATTEMPTS = 6

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/**
 * Edits a photo of the viewer. Retries while the server is still rendering the photo after its upload.
 * @throws CallError
 */
export async function editPhotoWhenRendered(id: PhotoId, change: PhotoChange): Promise<OwnPhoto> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(editPhoto, { params: { id }, body: change })
    } catch (error) {
      const seconds = error instanceof CallError ? error.problem?.retryAfterSeconds : undefined
      const isBusy = error instanceof CallError && error.code === 'unavailable' && seconds !== undefined
      if (!isBusy || attempt === ATTEMPTS) throw error
      await pause(seconds)
    }
  }
}
