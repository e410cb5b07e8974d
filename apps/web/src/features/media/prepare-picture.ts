import { listRenditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { Crop } from '@pawtrait/contract/photos/photos.ts'
import { CallError } from '#lib/server/call.ts'
import { type ChosenPicture, uploadPhotoOnce, waitForRenderedPhoto } from './upload-picture.ts'

/** Returns the largest centred crop with this aspect ratio (width / height). */
export function computeCentredCrop(width: number, height: number, aspect: number): Crop {
  const ratio = width / height
  const w = Math.min(1, aspect / ratio)
  const h = Math.min(1, ratio / aspect)
  return { x: (1 - w) / 2, y: (1 - h) / 2, width: w, height: h }
}

/** Loads the picture at a URL. Rejects when the browser cannot decode it. */
export async function loadImage(src: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = src
  await image.decode()
  return image
}

/**
 * Uploads a file that this browser cannot decode, such as HEIC. Returns the URL of a local copy of the server's image.
 * A copy is needed, because the URL on the server changes when the photo is cropped.
 */
async function renderOnServer(file: File): Promise<string> {
  const photo = await waitForRenderedPhoto(await uploadPhotoOnce(file))
  const widest = listRenditions(photo, 'webp').at(-1)
  const answer = widest && (await fetch(widest.src).catch(() => null))
  if (!answer?.ok) throw new CallError(null)
  return URL.createObjectURL(await answer.blob())
}

/**
 * Prepares a chosen file for preview and crop; the crop starts centred.
 * @throws CallError when neither this browser nor the server can read it
 */
export async function preparePicture(file: File, aspect: number): Promise<ChosenPicture> {
  const local = URL.createObjectURL(file)
  const localImage = await loadImage(local).catch(() => null)
  if (localImage)
    return {
      file,
      src: local,
      crop: computeCentredCrop(localImage.naturalWidth, localImage.naturalHeight, aspect),
      preview: local,
    }
  URL.revokeObjectURL(local)
  const src = await renderOnServer(file)
  const image = await loadImage(src)
  return { file, src, crop: computeCentredCrop(image.naturalWidth, image.naturalHeight, aspect), preview: src }
}
