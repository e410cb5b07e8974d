import { computeVisiblePhotoPart, coversStage } from '@pawtrait/stage/photo-placement.ts'
import { stageSize } from '@pawtrait/stage/stage.ts'
import sharp, { type OverlayOptions } from 'sharp'
import { adjustColours, computeCroppedSize, rotateAndCropPhoto } from '#features/media/render-photo.ts'
import type { Dimensions } from '#features/media/sniff-photo.ts'
import type { PhotoStage, RenderingSettings } from './photo-stage.ts'
import { drawStoryOverlay } from './story-overlay.ts'

const BACKGROUND_COLOUR = '#0b110f' // background colour behind a transparent photo
// Settings of the background: a blurred, darker copy of the photo fills the area around it, as in the story editor.
const BACKDROP = { shrunk: 10, blur: 4.5, brightness: 0.55 }

type Original = { photo: Buffer; size: Dimensions; edit: RenderingSettings }

const png = { compressionLevel: 0, progressive: false } as const

async function renderPhotoLayer(
  { photo, size, edit }: Original,
  placement: PhotoStage['photo'],
): Promise<OverlayOptions> {
  const shownSize = computeCroppedSize(size, edit)
  const { part, at } = computeVisiblePhotoPart(placement, shownSize.width / shownSize.height)
  const cropBox = edit.crop ?? { x: 0, y: 0, width: 1, height: 1 }
  const crop = {
    x: cropBox.x + part.x * cropBox.width,
    y: cropBox.y + part.y * cropBox.height,
    width: part.width * cropBox.width,
    height: part.height * cropBox.height,
  }
  const { width, height } = at
  const croppedPhoto = rotateAndCropPhoto(photo, size, { ...edit, crop }, 'srgb').resize({ width, height, fit: 'fill' })
  return { input: await adjustColours(await croppedPhoto.png(png).toBuffer(), edit.adjustments), left: at.x, top: at.y }
}

async function renderBackdrop({ photo, size, edit }: Original): Promise<OverlayOptions> {
  const width = stageSize.width / BACKDROP.shrunk
  const height = stageSize.height / BACKDROP.shrunk
  const small = rotateAndCropPhoto(photo, size, edit, 'srgb').resize({ width, height, fit: 'cover' })
  const adjusted = await adjustColours(await small.png(png).toBuffer(), edit.adjustments)
  const darkened = await sharp(adjusted)
    .blur(BACKDROP.blur)
    .modulate({ brightness: BACKDROP.brightness })
    .png(png)
    .toBuffer()
  return { input: await sharp(darkened).resize(stageSize).png(png).toBuffer(), left: 0, top: 0 }
}

/** Renders an SVG of this app. The image library accepts SVG only during this call, never a user's SVG. */
async function renderSvg(svg: string): Promise<Buffer> {
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
  const overlay = svg && (await renderSvg(svg))
  const photo = await renderPhotoLayer(original, stage.photo)
  const shownSize = computeCroppedSize(original.size, original.edit)
  const hasUncoveredArea = !coversStage(computeVisiblePhotoPart(stage.photo, shownSize.width / shownSize.height).at)
  const layers = [
    ...(hasUncoveredArea ? [await renderBackdrop(original)] : []),
    photo,
    ...(overlay ? [{ input: overlay, left: 0, top: 0 }] : []),
  ]
  const background = sharp({ create: { ...stageSize, channels: 3, background: BACKGROUND_COLOUR } })
  return background.composite(layers).removeAlpha().png(png).toBuffer()
}
