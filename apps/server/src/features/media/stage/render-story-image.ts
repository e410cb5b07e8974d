import { coversStage, visiblePhotoPart } from '@pawtrait/stage/photo-placement.ts'
import { stageSize as room } from '@pawtrait/stage/stage.ts'
import sharp, { type OverlayOptions } from 'sharp'
import { adjustColours, croppedSize, rotateAndCropPhoto } from '#features/media/render-photo.ts'
import type { Dimensions } from '#features/media/sniff-photo.ts'
import type { PhotoStage, RenderingSettings } from './photo-stage.ts'
import { drawStoryOverlay } from './story-overlay.ts'

const WALL = '#0b110f' // background colour behind a transparent photo
// Settings of the background: a blurred, darker copy of the photo fills the area around it, as in the story editor.
const BEHIND = { shrunk: 10, blur: 4.5, brightness: 0.55 }

type Original = { photo: Buffer; size: Dimensions; edit: RenderingSettings }

const png = { compressionLevel: 0, progressive: false } as const

async function photoLayer({ photo, size, edit }: Original, place: PhotoStage['photo']): Promise<OverlayOptions> {
  const shown = croppedSize(size, edit)
  const { part, at } = visiblePhotoPart(place, shown.width / shown.height)
  const whole = edit.crop ?? { x: 0, y: 0, width: 1, height: 1 }
  const crop = {
    x: whole.x + part.x * whole.width,
    y: whole.y + part.y * whole.height,
    width: part.width * whole.width,
    height: part.height * whole.height,
  }
  const { width, height } = at
  const cut = rotateAndCropPhoto(photo, size, { ...edit, crop }, 'srgb').resize({ width, height, fit: 'fill' })
  return { input: await adjustColours(await cut.png(png).toBuffer(), edit.adjustments), left: at.x, top: at.y }
}

async function behind({ photo, size, edit }: Original): Promise<OverlayOptions> {
  const width = room.width / BEHIND.shrunk
  const height = room.height / BEHIND.shrunk
  const small = rotateAndCropPhoto(photo, size, edit, 'srgb').resize({ width, height, fit: 'cover' })
  const toned = await adjustColours(await small.png(png).toBuffer(), edit.adjustments)
  const dark = await sharp(toned).blur(BEHIND.blur).modulate({ brightness: BEHIND.brightness }).png(png).toBuffer()
  return { input: await sharp(dark).resize(room).png(png).toBuffer(), left: 0, top: 0 }
}

/** Renders an SVG of this app. The image library accepts SVG only during this call, never a user's SVG. */
async function drawn(svg: string): Promise<Buffer> {
  const operation = ['VipsForeignLoadSvg']
  sharp.unblock({ operation })
  try {
    return await sharp(Buffer.from(svg)).png(png).toBuffer()
  } finally {
    sharp.block({ operation })
  }
}

/** Returns the story image with photo, text and name plate: 1080 by 1920, sRGB, as an uncompressed PNG. */
export async function renderStoryImage(original: Original, stage: PhotoStage, portrait?: string): Promise<Buffer> {
  const svg = await drawStoryOverlay(stage, portrait)
  const art = svg && (await drawn(svg))
  const photo = await photoLayer(original, stage.photo)
  const framed = croppedSize(original.size, original.edit)
  const isBare = !coversStage(visiblePhotoPart(stage.photo, framed.width / framed.height).at)
  const layers = [...(isBare ? [await behind(original)] : []), photo, ...(art ? [{ input: art, left: 0, top: 0 }] : [])]
  const wall = sharp({ create: { ...room, channels: 3, background: WALL } })
  return wall.composite(layers).removeAlpha().png(png).toBuffer()
}
