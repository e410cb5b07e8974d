import { maxPhotoBytes } from '@pawtrait/contract/photos/photos.ts'
import type { FoundPhoto } from './read-archive.ts'
import { readEntry, type Slices } from './zip-entries.ts'

const SIDE = 320

// One photo of an archive is unpacked at a time, however many tiles come into view.
let last: Promise<unknown> = Promise.resolve()

/**
 * Draws a photo of an archive, cut to the canvas. False: this browser cannot read it, it is not in there,
 * or nobody waits for it.
 */
export function drawThumb(zip: Slices, photo: FoundPhoto, canvas: HTMLCanvasElement): Promise<boolean> {
  const draw = async () => {
    if (!photo.entry || !canvas.isConnected) return false
    const blob = await readEntry(zip, photo.entry, maxPhotoBytes)
    const picture = await createImageBitmap(blob)
    const side = Math.min(picture.width, picture.height)
    const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2]
    canvas.width = SIDE
    canvas.height = SIDE
    canvas.getContext('2d')?.drawImage(picture, x, y, side, side, 0, 0, SIDE, SIDE)
    picture.close()
    return true
  }
  const drawn = last.then(draw).catch(() => false)
  last = drawn
  return drawn
}
