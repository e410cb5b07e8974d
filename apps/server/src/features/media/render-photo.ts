import { join } from 'node:path'
import {
  type Adjustments,
  computeColourTransform,
  computeStraightenZoom,
  leavesColoursUnchanged,
} from '@pawtrait/contract/photos/photo-adjustments.ts'
import type { PhotoFormat } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { chooseRenderingProfile, isRgbProfile, type RenderingProfile } from './containers/rendering-profile.ts'
import { computeInitialWidths, computeServedWidths, largestInitialWidth, maxPixels } from './served-widths.ts'
import type { Dimensions } from './sniff-photo.ts'

export type RenderedFile = {
  width: number
  extension: PhotoFormat
  file: string
}

// Number of widths in AVIF: the two largest initial widths, up to 1200 px. Thumbnails gain little from AVIF, and larger
// widths take too much CPU time.
const avifWidthCount = 2
// AVIF files up to this width get a higher quality. They have more detail per pixel, and they need few bytes.
const maxSmallAvifWidth = 400
// Largest profile of a re-encoded original, in bytes: one JPEG segment. Larger ones are converted to sRGB.
const maxOriginalProfileBytes = 65_519

/** Opens a photo for decoding. Reading the result throws if the photo is truncated or damaged. */
export function openPhoto(input: string | Buffer): Sharp {
  return sharp(input, {
    failOn: 'error',
    limitInputPixels: maxPixels,
    sequentialRead: true,
  })
}

/** Checks a repaired JPEG. @throws Error if pixel rows are missing, which decoders otherwise only warn about */
export async function requireEveryRow(jpeg: Buffer): Promise<void> {
  await sharp(jpeg, { failOn: 'warning', limitInputPixels: maxPixels, sequentialRead: true })
    .extractChannel(0) // one channel needs a third of the memory; scaling down would skip image data
    .raw()
    .toBuffer()
}

export type InspectedPhoto = {
  /** Name of the photo's format in the image library sharp. */
  format: string | undefined
  /** Size of the photo when upright. */
  size: Dimensions
  /** EXIF orientation (tag 0x0112); 1 is upright. */
  orientation: number
  hasAlpha: boolean
  /** Colour profile of the original if it is re-encoded. */
  originalColours: RenderingProfile
  colours: RenderingProfile
}

/** Reads the metadata of a photo, without decoding its pixels. */
export async function inspectPhoto(input: string | Buffer): Promise<InspectedPhoto> {
  const meta = await openPhoto(input).metadata()
  const { icc } = meta
  return {
    format: meta.format,
    size: { width: meta.autoOrient.width, height: meta.autoOrient.height },
    orientation: meta.orientation ?? 1,
    hasAlpha: meta.hasAlpha,
    originalColours: isRgbProfile(icc) && icc.length <= maxOriginalProfileBytes ? 'own' : 'srgb',
    colours: chooseRenderingProfile(icc),
  }
}

/** Returns the size of the shown part of an upright photo, in pixels; at least 1 by 1. */
export function computeCroppedSize(size: Dimensions, edit: PhotoEdit): Dimensions {
  const box = computeCropBox(size, edit)
  return { width: box.width, height: box.height }
}

// Pixels to cut off at the edge: rotation by a few degrees blends the edge of the photo with transparency.
const BLENDED_EDGE = 2

function computeStraightenedBox(rotatedSize: Dimensions, degrees: number) {
  if (degrees === 0) return { left: 0, top: 0, ...rotatedSize }
  const angle = (Math.abs(degrees) * Math.PI) / 180
  const zoom = computeStraightenZoom(rotatedSize, degrees)
  const width = Math.max(1, Math.floor(rotatedSize.width / zoom) - BLENDED_EDGE)
  const height = Math.max(1, Math.floor(rotatedSize.height / zoom) - BLENDED_EDGE)
  // Computes the bounding box of the rotated photo in the same way as libvips. The crop is in the centre of the box.
  const boundingBox = {
    width: Math.round(rotatedSize.width * Math.cos(angle) + rotatedSize.height * Math.sin(angle)),
    height: Math.round(rotatedSize.height * Math.cos(angle) + rotatedSize.width * Math.sin(angle)),
  }
  const [left, top] = [Math.round((boundingBox.width - width) / 2), Math.round((boundingBox.height - height) / 2)]
  return { left, top, width, height }
}

function computeCropBox(size: Dimensions, { rotate, crop, adjustments }: PhotoEdit) {
  const rotatedSize = rotate % 180 === 0 ? size : { width: size.height, height: size.width }
  const straightened = computeStraightenedBox(rotatedSize, adjustments?.straighten ?? 0)
  const cropFractions = crop ?? { x: 0, y: 0, width: 1, height: 1 }
  const left = Math.min(straightened.width - 1, Math.round(cropFractions.x * straightened.width))
  const top = Math.min(straightened.height - 1, Math.round(cropFractions.y * straightened.height))
  return {
    left: straightened.left + left,
    top: straightened.top + top,
    width: Math.max(1, Math.min(straightened.width - left, Math.round(cropFractions.width * straightened.width))),
    height: Math.max(1, Math.min(straightened.height - top, Math.round(cropFractions.height * straightened.height))),
  }
}

/** Returns the upright photo, rotated and cropped, ready to be resized. `colours`: from `inspectPhoto`. */
export function rotateAndCropPhoto(
  input: string | Buffer,
  size: Dimensions,
  edit: PhotoEdit,
  colours: RenderingProfile,
): Sharp {
  const upright = openPhoto(input).autoOrient()
  const straighten = edit.adjustments?.straighten ?? 0
  const degrees = edit.rotate + straighten
  const rotatedPhoto = degrees === 0 ? upright : upright.rotate(degrees)
  const croppedPhoto = edit.crop || straighten !== 0 ? rotatedPhoto.extract(computeCropBox(size, edit)) : rotatedPhoto
  if (colours === 'own') return croppedPhoto.keepIccProfile()
  return colours === 'p3' ? croppedPhoto.withIccProfile('p3') : croppedPhoto
}

/**
 * Returns a photo scaled to `width`, as an uncompressed PNG. Unlike raw pixels, a PNG keeps the colour profile. The
 * encoding takes 1 ms.
 */
export function resizeToUncompressedPng(photo: Sharp, width: number): Promise<Buffer> {
  return photo.resize({ width }).png({ compressionLevel: 0, progressive: false }).toBuffer()
}

/** Returns a scaled photo with adjusted light and colours, as an uncompressed PNG. */
export function adjustColours(photo: Buffer, adjustments: Adjustments | null): Promise<Buffer> | Buffer {
  if (!adjustments || leavesColoursUnchanged(adjustments)) return photo
  const { gain, offset, mix } = computeColourTransform(adjustments)
  return sharp(photo)
    .keepIccProfile()
    .linear(
      gain,
      offset.map((level) => level * 255),
    )
    .recomb(mix)
    .png({ compressionLevel: 0, progressive: false })
    .toBuffer()
}

export type RenderStep = { width: number; formats: readonly PhotoFormat[] }

/** Returns render steps for these widths in WebP and JPEG, because every browser supports the two formats. */
export const createWebpAndJpegSteps = (widths: readonly number[]): RenderStep[] =>
  widths.map((width) => ({ width, formats: ['webp', 'jpg'] }))

/**
 * Returns the render steps of a new photo. The photo is ready after the steps in `ready`. With three initial widths,
 * these are the largest width in WebP, and the smallest in WebP and JPEG. Name plates of stories need that JPEG. With
 * fewer initial widths, `ready` contains every width in both formats, and `rest` is empty.
 */
export function planNewPhotoRendering(size: Dimensions): { ready: RenderStep[]; rest: RenderStep[] } {
  const widths = computeInitialWidths(size)
  const [smallest, middle, largest] = widths
  if (!smallest || !middle || !largest) return { ready: createWebpAndJpegSteps(widths), rest: [] }
  return {
    ready: [
      { width: smallest, formats: ['webp', 'jpg'] },
      { width: largest, formats: ['webp'] },
    ],
    rest: [
      { width: middle, formats: ['webp', 'jpg'] },
      { width: largest, formats: ['jpg'] },
    ],
  }
}

/** Returns the steps that a job adds to a ready photo: larger widths, and AVIF of the two largest initial widths. */
export function planLargeRenderings(size: Dimensions): RenderStep[] {
  const initial = computeInitialWidths(size)
  const widthsInAvif = initial.slice(-avifWidthCount)
  return computeServedWidths(size).map((width) => ({
    width,
    formats: [
      ...(initial.includes(width) ? [] : (['webp', 'jpg'] as const)),
      ...(widthsInAvif.includes(width) ? ['avif' as const] : []),
    ],
  }))
}

/** Writes the files, largest first, each scaled from the previous one. `largest`: a PNG with its colour profile. */
export async function writeScaledFiles(
  largest: Buffer,
  steps: readonly RenderStep[],
  colours: RenderingProfile,
  folder: string,
): Promise<RenderedFile[]> {
  const files: RenderedFile[] = []
  let scaled = largest
  const openScaled = () => (colours === 'srgb' ? sharp(scaled) : sharp(scaled).keepIccProfile())
  for (const [index, { width, formats }] of steps.toSorted((a, b) => b.width - a.width).entries()) {
    if (index > 0) scaled = await resizeToUncompressedPng(openScaled(), width)
    for (const format of formats)
      files.push(await writeFile(encoders[format](openScaled(), width), width, format, folder))
  }
  return files
}

// Quality and effort settings were measured with butteraugli on real photos: docs/decisions/0022.
const encoders: Record<PhotoFormat, (photo: Sharp, width: number) => Sharp> = {
  webp: (photo, width) => photo.webp({ quality: 80, effort: width <= largestInitialWidth ? 2 : 0 }),
  jpg: (photo) => photo.flatten({ background: '#fff' }).jpeg({ quality: 82 }),
  avif: (photo, width) => photo.avif({ quality: width <= maxSmallAvifWidth ? 72 : 68, effort: 0, tune: 'iq' }),
}

async function writeFile(photo: Sharp, width: number, extension: PhotoFormat, folder: string) {
  const file = join(folder, `${width}.${extension}`)
  await photo.toFile(file)
  return { width, extension, file }
}

/** Returns the placeholder of a photo (thumbhash, 25 bytes). */
export async function computePlaceholder(photo: Buffer): Promise<Buffer> {
  // thumbhash accepts at most 100 pixels a side; 64 give the same hash in a third of the time.
  const small = sharp(photo).resize(64, 64, { fit: 'inside' }).toColourspace('srgb').ensureAlpha()
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data))
}
