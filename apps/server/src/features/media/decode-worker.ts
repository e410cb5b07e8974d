import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import { stageSize } from '@pawtrait/stage/stage.ts'
import sharp from 'sharp'
import { computePerceptualHash } from './blocked-photos/perceptual-hash.ts'
import { addProfile, convertCicpToIccProfile, createIccProfile } from './containers/colour-code-points.ts'
import { MalformedPhotoError } from './containers/photo-container.ts'
import { readHeifColour } from './containers/read-heif.ts'
import { repairJpeg } from './containers/repair-jpeg.ts'
import { stripGif } from './containers/strip-gif.ts'
import { stripJpeg } from './containers/strip-jpeg.ts'
import { stripPng } from './containers/strip-png.ts'
import { stripWebp } from './containers/strip-webp.ts'
import type {
  AcceptedPhoto,
  DecoderResponse,
  DecoderTask,
  RemainingRenderings,
  RenderedPhoto,
  StoredOriginal,
} from './decode-photo.ts'
import { findDiskFault } from './disk-fault.ts'
import {
  adjustColours,
  computeCroppedSize,
  computePlaceholder,
  createWebpAndJpegSteps,
  type InspectedPhoto,
  inspectPhoto,
  planLargeRenderings,
  planNewPhotoRendering,
  type RenderStep,
  requireEveryRow,
  resizeToUncompressedPng,
  rotateAndCropPhoto,
  writeScaledFiles,
} from './render-photo.ts'
import { computeInitialWidths } from './served-widths.ts'
import type { UploadFormat } from './sniff-photo.ts'

// Allows only the upload formats: by default sharp renders SVG even in a file named .jpg.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((loader) => `VipsForeignLoad${loader}`),
})
sharp.concurrency(1)
sharp.cache(false)

const extensions = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' } as const

type EncodedPhoto = { bytes: Buffer; extension: StoredOriginal['extension'] }

async function accept(
  task: Extract<DecoderTask, { kind: 'accept' }>,
  onProgress: (photo: AcceptedPhoto | RenderedPhoto) => void,
): Promise<RemainingRenderings> {
  const uploaded = await readFile(task.file)
  const { photo, format } = await convertToRewritable(uploaded, task.format)
  const inspected = await inspectPhoto(photo)
  if (inspected.format !== format) throw new Error('not the format its first bytes say')
  const steps = planNewPhotoRendering(inspected.size)
  const uprightPhoto = rotateAndCropPhoto(photo, inspected.size, noPhotoEdit, inspected.colours)
  const largest = await resizeToUncompressedPng(uprightPhoto, Math.max(...computeInitialWidths(inspected.size)))
  const hashes = await computeHashes(largest)
  const stripResult = await stripOriginal(photo, format, inspected)
  const original = await writeOriginal(stripResult, 'original', task.folder)
  onProgress({ ...inspected.size, ...hashes, original, hash: createHash('sha256').update(uploaded).digest() })
  const write = (renderSteps: RenderStep[]) => writeScaledFiles(largest, renderSteps, inspected.colours, task.folder)
  const rendered = { ...inspected.size, ...hashes, files: await write(steps.ready) }
  if (steps.rest.length === 0) {
    onProgress({ ...rendered, ...(await createUprightOriginal(stripResult.bytes, task.folder)) })
    return { files: [] }
  }
  onProgress(rendered)
  return { files: await write(steps.rest), ...(await createUprightOriginal(stripResult.bytes, task.folder)) }
}

const computeHashes = async (photo: Buffer) => ({
  placeholder: await computePlaceholder(photo),
  likeness: await computePerceptualHash(photo),
})

type RewritableFormat = Exclude<UploadFormat, 'avif' | 'heic'>

/**
 * Returns the upload in a format that allows removing metadata without decoding. Re-encodes HEIC and AVIF as JPEG or
 * PNG. Repairs a JPEG, adds an ICC profile to a PNG with a cICP chunk, and strips a GIF.
 */
async function convertToRewritable(
  uploaded: Buffer,
  format: UploadFormat,
): Promise<{ photo: Buffer; format: RewritableFormat }> {
  if (format === 'heic') {
    // Loads libheif on first use: its WebAssembly takes 40 MB, and most child processes never need it.
    const { decodeHeic } = await import('./decode-heic.ts')
    return decodeHeic(uploaded)
  }
  if (format === 'jpeg') {
    const { photo, lackedEnd } = repairJpeg(uploaded)
    if (lackedEnd) await requireEveryRow(photo)
    return { photo, format }
  }
  if (format === 'png') return { photo: await convertCicpToIccProfile(uploaded), format }
  // The decoder would refuse bytes after the end of a GIF, but every viewer ignores them.
  if (format === 'gif') return { photo: tryStripGif(uploaded), format }
  if (format !== 'avif') return { photo: uploaded, format }
  const inspected = await inspectPhoto(uploaded)
  if (inspected.format !== 'heif') throw new Error('not the format its first bytes say')
  const { bytes, extension } = await encodeUprightPhoto(uploaded, inspected)
  const outputFormat = extension === 'png' ? 'png' : 'jpeg'
  const colour = await readHeifColour(async (at, length) => uploaded.subarray(at, at + length))
  // An ICC profile needs no replacement, because sharp has kept it.
  const profile = colour && 'primaries' in colour ? await createIccProfile(colour) : null
  return { photo: profile ? addProfile(bytes, outputFormat, profile) : bytes, format: outputFormat }
}

function tryStripGif(gif: Buffer): Buffer {
  try {
    return stripGif(gif)
  } catch (error) {
    if (error instanceof MalformedPhotoError) return gif
    throw error
  }
}

async function writeOriginal(
  { bytes, extension }: EncodedPhoto,
  name: string,
  folder: string,
): Promise<StoredOriginal> {
  const file = join(folder, `${name}.${extension}`)
  await writeFile(file, bytes)
  return { file, extension }
}

/** Removes metadata (GPS, EXIF, XMP, IPTC) from the container, except the orientation; re-encodes when that fails. */
async function stripOriginal(
  photo: Buffer,
  format: RewritableFormat,
  inspected: InspectedPhoto,
): Promise<EncodedPhoto> {
  try {
    return { bytes: stripMetadata(photo, format, inspected.orientation), extension: extensions[format] }
  } catch (error) {
    if (!(error instanceof MalformedPhotoError)) throw error
  }
  return encodeUprightPhoto(photo, inspected)
}

/** Re-encodes a stored original that is not upright. Keeps only its pixels and colour profile. */
async function createUprightOriginal(original: Buffer, folder: string): Promise<{ upright?: StoredOriginal }> {
  const inspected = await inspectPhoto(original)
  if (inspected.orientation === 1) return {}
  return { upright: await writeOriginal(await encodeUprightPhoto(original, inspected), 'upright', folder) }
}

async function encodeUprightPhoto(
  photo: Buffer,
  { size, originalColours, hasAlpha }: InspectedPhoto,
): Promise<EncodedPhoto> {
  const uprightPhoto = rotateAndCropPhoto(photo, size, noPhotoEdit, originalColours)
  // JPEG has no transparency, and WebP is limited to 16383 pixels a side, so transparent photos become PNG.
  if (hasAlpha) return { bytes: await uprightPhoto.png({ compressionLevel: 6 }).toBuffer(), extension: 'png' }
  return { bytes: await uprightPhoto.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(), extension: 'jpg' }
}

function stripMetadata(photo: Buffer, format: RewritableFormat, orientation: number): Buffer {
  if (format === 'jpeg') return stripJpeg(photo, orientation)
  if (format === 'png') return stripPng(photo, orientation)
  if (format === 'webp') return stripWebp(photo, orientation)
  return stripGif(photo)
}

type RenderTask = Exclude<DecoderTask, { kind: 'accept' }>

/** Returns the largest rendering: the cropped photo or the image of a story. Smaller ones are scaled from it. */
async function renderLargest({ edit, portrait }: RenderTask, photo: Buffer, inspected: InspectedPhoto, width: number) {
  if (edit.stage) {
    // Loads typefaces and emoji drawings on first use, because most child processes never need them.
    const { renderStoryImage } = await import('./stage/render-story-image.ts')
    return renderStoryImage({ photo, size: inspected.size, edit }, edit.stage, portrait)
  }
  const croppedPhoto = rotateAndCropPhoto(photo, inspected.size, edit, inspected.colours)
  return adjustColours(await resizeToUncompressedPng(croppedPhoto, width), edit.adjustments)
}

async function render(task: RenderTask): Promise<RenderedPhoto> {
  const photo = await readFile(task.file)
  const inspected = await inspectPhoto(photo)
  const size = task.edit.stage ? stageSize : computeCroppedSize(inspected.size, task.edit)
  const colours = task.edit.stage ? 'srgb' : inspected.colours
  const steps = task.kind === 'render' ? createWebpAndJpegSteps(computeInitialWidths(size)) : planLargeRenderings(size)
  const largest = await renderLargest(task, photo, inspected, Math.max(...steps.map(({ width }) => width)))
  const files = await writeScaledFiles(largest, steps, colours, task.folder)
  const upright = task.kind === 'render' ? await createUprightOriginal(photo, task.folder) : {}
  return { ...size, ...(await computeHashes(largest)), files, ...upright }
}

// Errors of the machine: system error codes (ENOENT, EMFILE, ENOMEM), and out-of-memory messages of V8 and libvips.
const systemCode = /^E[A-Z0-9]+$/
const noMemory = /out of memory|cannot allocate memory|array buffer allocation failed/i

function isMachineFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && systemCode.test(String(error.code))) || noMemory.test(error.message)
}

async function runTask(task: DecoderTask): Promise<DecoderResponse> {
  try {
    const onProgress = (photo: AcceptedPhoto | RenderedPhoto) => process.send?.({ kind: 'progress', value: photo })
    return { ok: true, value: await (task.kind === 'accept' ? accept(task, onProgress) : render(task)) }
  } catch (error) {
    const fault = findDiskFault(error) ?? (isMachineFault(error) ? 'machine' : undefined)
    return { ok: false, reason: error instanceof Error ? error.message : String(error), ...(fault && { fault }) }
  }
}

// Ends this process when its parent ends. Uses SIGKILL, because `exit` would wait for the photo being decoded.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (message: { task: DecoderTask }) => {
  void runTask(message.task).then((value) => process.send?.({ kind: 'done', value }))
})
