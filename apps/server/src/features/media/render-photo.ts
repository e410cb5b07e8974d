import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { Dimensions } from './sniff-photo.ts'
import { isProfile } from './strip-photo.ts'

/** The part of the upright photo that is shown: turned clockwise first, then cut; fractions of the turned photo. */
export type Frame = {
  rotate: 0 | 90 | 180 | 270
  crop: { x: number; y: number; width: number; height: number } | null
}
export type RenderedFile = {
  width: number
  extension: 'webp' | 'jpg' | 'avif'
  file: string
}

/** 50 megapixels as makers of phones count them: the largest of their sensors gives 8192×6144. */
export const maxPixels = 50 * 1024 * 1024
const ladder = [320, 640, 1080, 2048, 4096]
// A step within a tenth of the photo's own width is left out: the own width stands for it.
const nearlyOwn = 0.9
// Above this a photo counts as ready without; a later job makes them. 1080, or an own width that stands for it.
const largestFirst = 1200
const largestAvif = 2048
// libwebp takes no side longer than this.
const longestSide = 16_383
// A profile larger than this costs more than its colours are worth; the photo is then brought to sRGB.
const maxProfileBytes = 65_519

/**
 * The widths a photo is served in, ascending: steps of the ladder well below its own width, then its own width, at
 * most 4096.
 */
export function servedWidths({ width, height }: Dimensions): number[] {
  const own = Math.max(1, Math.min(width, 4096, Math.floor((width * longestSide) / Math.max(height, 1))))
  return [...ladder.filter((step) => step < own * nearlyOwn), own]
}

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
  /** Whether its colour profile is carried along, pixels untouched; else it is brought to sRGB. */
  keepProfile: boolean
}

/** What there is to know of a photo before its pixels. */
export async function inspectPhoto(input: string | Buffer): Promise<InspectedPhoto> {
  const meta = await openPhoto(input).metadata()
  const icc = meta.icc
  // A grey or CMYK profile does not fit the RGB files we serve: such photos are converted to sRGB.
  const keepProfile =
    icc !== undefined && icc.length <= maxProfileBytes && isProfile(icc) && icc.toString('latin1', 16, 20) === 'RGB '
  return {
    format: meta.format,
    size: { width: meta.autoOrient.width, height: meta.autoOrient.height },
    orientation: meta.orientation ?? 1,
    hasAlpha: meta.hasAlpha,
    keepProfile,
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

/** The upright, framed photo, ready to be resized; `keepProfile` as `inspectPhoto` says. */
export function framedPhoto(input: string | Buffer, size: Dimensions, frame: Frame, keepProfile: boolean): Sharp {
  const upright = openPhoto(input).autoOrient()
  const turned = frame.rotate === 0 ? upright : upright.rotate(frame.rotate)
  const cut = frame.crop ? turned.extract(frameBox(size, frame)) : turned
  return keepProfile ? cut.keepIccProfile() : cut
}

/**
 * Pixels between two steps of the cascade, as an uncompressed PNG: unlike raw pixels it carries the profile, for 1
 * ms.
 */
export function intermediate(photo: Sharp, width: number): Promise<Buffer> {
  return photo.resize({ width }).png({ compressionLevel: 0, progressive: false }).toBuffer()
}

/** Writes every width in WebP and JPEG, the larger first and the smaller from the larger. */
export async function writeCascade(
  largest: Buffer,
  widths: number[],
  keepProfile: boolean,
  folder: string,
): Promise<RenderedFile[]> {
  const files: RenderedFile[] = []
  let level = largest
  for (const [index, width] of widths.toSorted((a, b) => b - a).entries()) {
    const open = () => (keepProfile ? sharp(level).keepIccProfile() : sharp(level))
    if (index > 0) level = await intermediate(open(), width)
    files.push(await writeFile(toWebp(open()), width, 'webp', folder))
    files.push(await writeFile(toJpeg(open()), width, 'jpg', folder))
  }
  return files
}

/** Writes the AVIF renderings, each from the photo itself: for AVIF a cascade gains nothing. */
export async function writeAvifs(open: () => Sharp, widths: number[], folder: string): Promise<RenderedFile[]> {
  const files: RenderedFile[] = []
  for (const width of widths.filter((each) => each <= largestAvif)) {
    const avif = open().resize({ width }).avif({ quality: 55, effort: 2 })
    files.push(await writeFile(avif, width, 'avif', folder))
  }
  return files
}

function toWebp(photo: Sharp): Sharp {
  return photo.webp({ quality: 80, effort: 2 })
}

function toJpeg(photo: Sharp): Sharp {
  return photo.flatten({ background: '#fff' }).jpeg({ quality: 82 })
}

async function writeFile(photo: Sharp, width: number, extension: RenderedFile['extension'], folder: string) {
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
