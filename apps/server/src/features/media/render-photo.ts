import { join } from 'node:path'
import {
  type Adjustments,
  colouringOf,
  keepsColours,
  straightenZoom,
} from '@pawtrait/contract/photos/photo-adjustments.ts'
import type { PhotoFormat } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { type Colours, isRgbProfile, servedColours } from './read-profile.ts'
import { maxPixels, servedWidths } from './served-widths.ts'
import type { Dimensions } from './sniff-photo.ts'

export type RenderedFile = {
  width: number
  extension: PhotoFormat
  file: string
}

// Above this a photo counts as ready without; a later job makes them. 1080, or an own width that stands for it.
const largestFirst = 1200
// AVIF in the two largest of these: thumbnails hardly gain by it, and wider ones cost more CPU than all others.
const avifWidths = 2
// Small ones hold more detail a pixel, and their bytes weigh little.
const smallAvif = 400
// An original encoded anew keeps a profile up to what one segment of a JPEG holds; else it is brought to sRGB.
const maxKeptBytes = 65_519

/** The widths that must stand before the photo counts as ready. */
export function firstWidths(size: Dimensions): number[] {
  const widths = servedWidths(size)
  return widths.filter((width, index) => width <= largestFirst || index === 0)
}

/** A photo opened for decoding; a truncated or damaged one throws when it is read. */
export function openPhoto(input: string | Buffer): Sharp {
  return sharp(input, {
    failOn: 'error',
    limitInputPixels: maxPixels,
    sequentialRead: true,
  })
}

export type InspectedPhoto = {
  /** As sharp names it. */
  format: string | undefined
  /** Of the upright photo. */
  size: Dimensions
  /** EXIF 0x0112; 1 is upright. */
  orientation: number
  hasAlpha: boolean
  /** What becomes of its colour profile in an original that is encoded anew. */
  keptColours: Colours
  /** And in the files it is served in. */
  colours: Colours
}

/** What there is to know of a photo before its pixels. */
export async function inspectPhoto(input: string | Buffer): Promise<InspectedPhoto> {
  const meta = await openPhoto(input).metadata()
  const { icc } = meta
  return {
    format: meta.format,
    size: { width: meta.autoOrient.width, height: meta.autoOrient.height },
    orientation: meta.orientation ?? 1,
    hasAlpha: meta.hasAlpha,
    keptColours: isRgbProfile(icc) && icc.length <= maxKeptBytes ? 'own' : 'srgb',
    colours: servedColours(icc),
  }
}

/** The size of what is shown of an upright photo, in pixels; at least 1 by 1. */
export function framedSize(size: Dimensions, edit: PhotoEdit): Dimensions {
  const box = frameBox(size, edit)
  return { width: box.width, height: box.height }
}

// At the edge of a photo that is turned a little, pixels are mixed with the nothing beyond.
const MIXED_EDGE = 2

/** The part of a turned photo that is left when its horizon is level. */
function straightBox(turned: Dimensions, degrees: number) {
  if (degrees === 0) return { left: 0, top: 0, ...turned }
  const angle = (Math.abs(degrees) * Math.PI) / 180
  const zoom = straightenZoom(turned, degrees)
  const width = Math.max(1, Math.floor(turned.width / zoom) - MIXED_EDGE)
  const height = Math.max(1, Math.floor(turned.height / zoom) - MIXED_EDGE)
  // In the middle of the box about the turned photo, as libvips makes it.
  const around = {
    width: Math.round(turned.width * Math.cos(angle) + turned.height * Math.sin(angle)),
    height: Math.round(turned.height * Math.cos(angle) + turned.width * Math.sin(angle)),
  }
  const [left, top] = [Math.round((around.width - width) / 2), Math.round((around.height - height) / 2)]
  return { left, top, width, height }
}

function frameBox(size: Dimensions, { rotate, crop, adjustments }: PhotoEdit) {
  const turned = rotate % 180 === 0 ? size : { width: size.height, height: size.width }
  const straight = straightBox(turned, adjustments?.straighten ?? 0)
  const part = crop ?? { x: 0, y: 0, width: 1, height: 1 }
  const left = Math.min(straight.width - 1, Math.round(part.x * straight.width))
  const top = Math.min(straight.height - 1, Math.round(part.y * straight.height))
  return {
    left: straight.left + left,
    top: straight.top + top,
    width: Math.max(1, Math.min(straight.width - left, Math.round(part.width * straight.width))),
    height: Math.max(1, Math.min(straight.height - top, Math.round(part.height * straight.height))),
  }
}

/** The upright photo, turned and cut, ready to be resized; `colours` as `inspectPhoto` says. */
export function framedPhoto(input: string | Buffer, size: Dimensions, edit: PhotoEdit, colours: Colours): Sharp {
  const upright = openPhoto(input).autoOrient()
  const straighten = edit.adjustments?.straighten ?? 0
  const degrees = edit.rotate + straighten
  const turned = degrees === 0 ? upright : upright.rotate(degrees)
  const cut = edit.crop || straighten !== 0 ? turned.extract(frameBox(size, edit)) : turned
  if (colours === 'own') return cut.keepIccProfile()
  return colours === 'p3' ? cut.withIccProfile('p3') : cut
}

/**
 * Pixels between two steps of the cascade, as an uncompressed PNG: unlike raw pixels it carries the profile, for 1
 * ms.
 */
export function intermediate(photo: Sharp, width: number): Promise<Buffer> {
  return photo.resize({ width }).png({ compressionLevel: 0, progressive: false }).toBuffer()
}

/** A step of the cascade in other light and colours, as an uncompressed PNG like the step itself. */
export function coloured(step: Buffer, adjustments: Adjustments | null): Promise<Buffer> | Buffer {
  if (!adjustments || keepsColours(adjustments)) return step
  const { gain, offset, mix } = colouringOf(adjustments)
  return sharp(step)
    .keepIccProfile()
    .linear(
      gain,
      offset.map((level) => level * 255),
    )
    .recomb(mix)
    .png({ compressionLevel: 0, progressive: false })
    .toBuffer()
}

/** A width to be written, and the formats it is written in. */
export type Step = { width: number; formats: readonly PhotoFormat[] }

/** Steps of these widths in WebP and JPEG, what every browser draws. */
export const everywhere = (widths: readonly number[]): Step[] =>
  widths.map((width) => ({ width, formats: ['webp', 'jpg'] }))

/** What is added to a photo that is ready: its larger widths, and AVIF in 640 and 1080 px or what stands for them. */
export function laterSteps(size: Dimensions): Step[] {
  const first = firstWidths(size)
  const inAvif = first.slice(-avifWidths)
  return servedWidths(size).map((width) => ({
    width,
    formats: [
      ...(first.includes(width) ? [] : (['webp', 'jpg'] as const)),
      ...(inAvif.includes(width) ? ['avif' as const] : []),
    ],
  }))
}

/** Writes every step, the larger first and the smaller from the larger. `largest` carries its colours along. */
export async function writeCascade(
  largest: Buffer,
  steps: readonly Step[],
  colours: Colours,
  folder: string,
): Promise<RenderedFile[]> {
  const files: RenderedFile[] = []
  let level = largest
  const open = () => (colours === 'srgb' ? sharp(level) : sharp(level).keepIccProfile())
  for (const [index, { width, formats }] of steps.toSorted((a, b) => b.width - a.width).entries()) {
    if (index > 0) level = await intermediate(open(), width)
    for (const format of formats) files.push(await writeFile(encoders[format](open(), width), width, format, folder))
  }
  return files
}

// Qualities and efforts as measured by butteraugli over real photos: docs/decisions/0022.
const encoders: Record<PhotoFormat, (photo: Sharp, width: number) => Sharp> = {
  webp: (photo, width) => photo.webp({ quality: 80, effort: width <= largestFirst ? 2 : 0 }),
  jpg: (photo) => photo.flatten({ background: '#fff' }).jpeg({ quality: 82 }),
  avif: (photo, width) => photo.avif({ quality: width <= smallAvif ? 72 : 68, effort: 0, tune: 'iq' }),
}

async function writeFile(photo: Sharp, width: number, extension: PhotoFormat, folder: string) {
  const file = join(folder, `${width}.${extension}`)
  await photo.toFile(file)
  return { width, extension, file }
}

/** The 25-byte placeholder of a photo (thumbhash). */
export async function placeholderOf(photo: Buffer): Promise<Buffer> {
  // thumbhash takes at most 100 pixels a side; 64 give the same hash in a third of the time.
  const small = sharp(photo).resize(64, 64, { fit: 'inside' }).toColourspace('srgb').ensureAlpha()
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data))
}
