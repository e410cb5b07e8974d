import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { type Crop, getPhoto, type OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { CallError, call } from '#lib/server/call.ts'
import { editWhenRendered } from './edit-when-rendered.ts'
import { uploadPhoto } from './upload-photo.ts'

/** A picture chosen for a user or a pet, before it is saved. */
export type ChosenPicture = {
  file: File
  /** URL of the whole upright picture, drawable by this browser. */
  src: string
  crop: Crop
  /** URL of the cropped part, or `src` while the crop is the centred default. */
  preview: string
}

const LOOK_AGAIN_MS = 400
const LOOKS = 75 // half a minute, with the pauses between the checks

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const sent = new WeakMap<File, OwnPhoto>()

/** Uploads a file once. A retry after a later failure reuses the photo. */
export async function uploadOnce(file: File): Promise<OwnPhoto> {
  const known = sent.get(file)
  if (known) return known
  const upload = await uploadPhoto(file, { onProgress: () => {} })
  const photo = await upload.done
  sent.set(file, photo)
  return photo
}

/**
 * Waits until the first sizes of a photo of the viewer are rendered.
 * @throws CallError when rendering fails or takes longer than half a minute
 */
export async function waitForPhoto({ id }: Pick<OwnPhoto, 'id'>): Promise<OwnPhoto> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const photo = await call(getPhoto, { params: { id } })
    if (photo.state === 'ready') return photo
    if (photo.state === 'failed') break
    await pause(LOOK_AGAIN_MS)
  }
  throw new CallError(null)
}

/**
 * Uploads a chosen picture and waits for its crop on the server, so that no broken image appears.
 * @throws CallError
 */
export async function uploadPicture({ file, crop }: Pick<ChosenPicture, 'file' | 'crop'>): Promise<PhotoId> {
  const { id } = await uploadOnce(file)
  await editWhenRendered(id, { crop, rotate: 0 })
  return (await waitForPhoto({ id })).id
}
