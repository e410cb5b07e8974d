import { join } from 'node:path'
import type { PhotoFormat } from '@pawtrait/contract/photo-renditions.ts'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { type Colours, isRgbProfile, servedColours } from './read-profile.ts'
import { maxPixels, servedWidths } from './served-widths.ts'
import type { Dimensions } from './sniff-photo.ts'

/** The part of the upright photo that is shown: turned clockwise first, then cut; fractions of the turned photo. */
export type Frame = {
  rotate: 0 | 90 | 180 | 270
  crop: { x: number; y: number; width: number; height: number } | null
}
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

/** The size of what a frame shows of an upright photo, in pixels; at least 1 by 1. */
export function framedSize(size: Dimensions, frame: Frame): Dimensions {
  const box = frameBox(size, frame)
  return { width: box.width, height: box.height }
}

function frameBox(size: Dimensions, { rotate, crop }: Frame) {
  const turned = rotate % 180 === 0 ? size : { width: size.height, height: size.width }
  const part = crop ?? { x: 0, y: 0, width: 1, height: 1 }
  const left = Math.min(turned.width - 1, Math.round(part.x * turned.width))
  const top = Math.min(turned.height - 1, Math.round(part.y * turned.height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(turned.width - left, Math.round(part.width * turned.width))),
    height: Math.max(1, Math.min(turned.height - top, Math.round(part.height * turned.height))),
  }
}

/** The upright, framed photo, ready to be resized; `colours` as `inspectPhoto` says. */
export function framedPhoto(input: string | Buffer, size: Dimensions, frame: Frame, colours: Colours): Sharp {
  const upright = openPhoto(input).autoOrient()
  const turned = frame.rotate === 0 ? upright : upright.rotate(frame.rotate)
  const cut = frame.crop ? turned.extract(frameBox(size, frame)) : turned
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
