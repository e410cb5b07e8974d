import { imageAt } from './read-picture.ts'
import type { Picture } from './upload-picture.ts'

const MOST_PX = 480 // twice the widest frame a picture of this kind is shown in

/**
 * Address of the kept part of a picture, drawn here and at most so many pixels wide or high; the whole picture where
 * the browser refuses to draw.
 */
export async function drawCrop({ src, crop }: Pick<Picture, 'src' | 'crop'>, most = MOST_PX): Promise<string> {
  const image = await imageAt(src)
  const width = image.naturalWidth * crop.width
  const height = image.naturalHeight * crop.height
  const scale = Math.min(1, most / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const at = [image.naturalWidth * crop.x, image.naturalHeight * crop.y] as const
  canvas.getContext('2d')?.drawImage(image, ...at, width, height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
  return blob ? URL.createObjectURL(blob) : src
}
