import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { type Crop, getPhoto, type OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { CallError, call } from '#lib/server/call.ts'
import { editPhotoWhenRendered } from './edit-photo-when-rendered.ts'
import { uploadPhoto } from './upload-photo.ts'

/** Picture that the user has chosen for a profile or a pet, and not saved yet. */
export type ChosenPicture = {
  file: File
  /** URL of the whole picture, upright and in a format that this browser can draw. */
  src: string
  crop: Crop
  /** URL of the cropped picture. It equals `src` while the crop is the centred default. */
  preview: string
}

const POLL_INTERVAL_MS = 400
const MAX_POLLS = 75 // number of requests, at intervals of 400 ms: half a minute in total

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const uploadedPhotos = new WeakMap<File, OwnPhoto>()

/** Uploads a file, unless it was uploaded before. The retry of a failed form therefore uses the same photo. */
export async function uploadPhotoOnce(file: File): Promise<OwnPhoto> {
  const uploaded = uploadedPhotos.get(file)
  if (uploaded) return uploaded
  const upload = await uploadPhoto(file, { onProgress: () => {} })
  const photo = await upload.done
  uploadedPhotos.set(file, photo)
  return photo
}

/**
 * Polls a photo of the viewer until the server has rendered its first sizes.
 * @throws CallError when rendering fails or takes longer than half a minute
 */
export async function waitForRenderedPhoto({ id }: Pick<OwnPhoto, 'id'>): Promise<OwnPhoto> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const photo = await call(getPhoto, { params: { id } })
    if (photo.state === 'ready') return photo
    if (photo.state === 'failed') break
    await pause(POLL_INTERVAL_MS)
  }
  throw new CallError(null)
}

/**
 * Uploads a chosen picture, and waits until the server has rendered its crop. Without the wait, the page would show a
 * broken image.
 * @throws CallError
 */
export async function uploadPicture({ file, crop }: Pick<ChosenPicture, 'file' | 'crop'>): Promise<PhotoId> {
  const { id } = await uploadPhotoOnce(file)
  await editPhotoWhenRendered(id, { crop, rotate: 0 })
  return (await waitForRenderedPhoto({ id })).id
}
