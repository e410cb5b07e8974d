import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { type Crop, getPhoto, type OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { CallError, call } from '#lib/server/call.ts'
import { editWhenRendered } from './edit-when-rendered.ts'
import { uploadPhoto } from './upload-photo.ts'

/** A picture someone chose for themselves or a pet, before it is saved. */
export type Picture = {
  file: File
  /** Address of all of it, upright, as the browser can draw it. */
  src: string
  /** The part that is kept. */
  crop: Crop
  /** Address of that part alone, or `src` while it is the middle that is kept. */
  preview: string
}

const LOOK_AGAIN_MS = 400
const LOOKS = 75 // half a minute

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const sent = new WeakMap<File, OwnPhoto>()

/** Sends a file, once: when a later step failed and it is tried again, the photo is already there. */
export async function uploadOnce(file: File): Promise<OwnPhoto> {
  const known = sent.get(file)
  if (known) return known
  const upload = await uploadPhoto(file, { onProgress: () => {} })
  const photo = await upload.done
  sent.set(file, photo)
  return photo
}

/**
 * Waits until a photo of the viewer's stands in its first sizes.
 * @throws CallError when it cannot be made, or takes longer than half a minute.
 */
export async function photoReady({ id }: Pick<OwnPhoto, 'id'>): Promise<OwnPhoto> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const photo = await call(getPhoto, { params: { id } })
    if (photo.state === 'ready') return photo
    if (photo.state === 'failed') break
    await pause(LOOK_AGAIN_MS)
  }
  throw new CallError(null)
}

/**
 * Sends a chosen picture and waits until the server has cut it, so that nothing broken is shown in its place.
 * @throws CallError
 */
export async function uploadPicture({ file, crop }: Pick<Picture, 'file' | 'crop'>): Promise<PhotoId> {
  const { id } = await uploadOnce(file)
  await editWhenRendered(id, { crop, rotate: 0 })
  return (await photoReady({ id })).id
}
