import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unedited } from '@pawtrait/contract/photos/photo-edit.ts'
import { stage } from '@pawtrait/stage/stage.ts'
import sharp from 'sharp'
import { likenessOf } from './blocked/likeness.ts'
import type { AcceptedPhoto, Answer, KeptOriginal, PhotoTask, RenderedPhoto } from './decode-photo.ts'
import { diskFault } from './disk-fault.ts'
import { MalformedPhoto } from './photo-container.ts'
import {
  coloured,
  everywhere,
  firstWidths,
  framedPhoto,
  framedSize,
  type InspectedPhoto,
  inspectPhoto,
  intermediate,
  laterSteps,
  placeholderOf,
  writeCascade,
} from './render-photo.ts'
import type { UploadFormat } from './sniff-photo.ts'
import { stripGif } from './strip-gif.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripPng } from './strip-png.ts'
import { stripWebp } from './strip-webp.ts'

// Only the formats we take: without this sharp renders SVG even when it is named .jpg.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((loader) => `VipsForeignLoad${loader}`),
})
sharp.concurrency(1)
sharp.cache(false)

const extensions = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' } as const

type Encoded = { bytes: Buffer; extension: KeptOriginal['extension'] }

async function accept(
  task: Extract<PhotoTask, { kind: 'accept' }>,
  tell: (accepted: AcceptedPhoto) => void,
): Promise<RenderedPhoto> {
  const uploaded = await readFile(task.file)
  const { photo, format } = await rewritable(uploaded, task.format)
  const seen = await inspectPhoto(photo)
  if (seen.format !== format) throw new Error('not the format its first bytes say')
  const widths = firstWidths(seen.size)
  const whole = framedPhoto(photo, seen.size, unedited, seen.colours)
  const largest = await intermediate(whole, Math.max(...widths))
  const looks = await looksOf(largest)
  const kept = await keptOriginal(photo, format, seen)
  const original = await keep(kept, 'original', task.folder)
  tell({ ...seen.size, ...looks, original, hash: createHash('sha256').update(uploaded).digest() })
  const files = await writeCascade(largest, everywhere(widths), seen.colours, task.folder)
  return { ...seen.size, ...looks, files, ...(await turnedUpright(kept.bytes, task.folder)) }
}

const looksOf = async (photo: Buffer) => ({
  placeholder: await placeholderOf(photo),
  likeness: await likenessOf(photo),
})

type Rewritable = Exclude<UploadFormat, 'avif' | 'heic'>

/** The upload itself where its container can be rewritten; else the whole photo encoded as one that can. */
async function rewritable(uploaded: Buffer, format: UploadFormat): Promise<{ photo: Buffer; format: Rewritable }> {
  if (format === 'heic') {
    // Loaded when the first one comes: its WebAssembly costs 40 MB that most children never need.
    const { decodeHeic } = await import('./decode-heic.ts')
    return { photo: await decodeHeic(uploaded), format: 'jpeg' }
  }
  if (format !== 'avif') return { photo: uploaded, format }
  const seen = await inspectPhoto(uploaded)
  if (seen.format !== 'heif') throw new Error('not the format its first bytes say')
  const { bytes, extension } = await encodedWhole(uploaded, seen)
  return { photo: bytes, format: extension === 'png' ? 'png' : 'jpeg' }
}

async function keep({ bytes, extension }: Encoded, name: string, folder: string): Promise<KeptOriginal> {
  const file = join(folder, `${name}.${extension}`)
  await writeFile(file, bytes)
  return { file, extension }
}

/**
 * What is kept of an upload: the container rewritten without metadata (GPS, EXIF, XMP, IPTC), or the photo encoded
 * anew where that cannot be done.
 * One that is not upright keeps the tag that says so until it is rendered.
 */
async function keptOriginal(photo: Buffer, format: Rewritable, seen: InspectedPhoto): Promise<Encoded> {
  try {
    return { bytes: stripped(photo, format, seen.orientation), extension: extensions[format] }
  } catch (error) {
    if (!(error instanceof MalformedPhoto)) throw error
  }
  return encodedWhole(photo, seen)
}

/**
 * A kept original that lies on its side, encoded anew the right way up: nothing but pixels and colour profile is
 * left.
 */
async function turnedUpright(original: Buffer, folder: string): Promise<{ upright?: KeptOriginal }> {
  const seen = await inspectPhoto(original)
  if (seen.orientation === 1) return {}
  return { upright: await keep(await encodedWhole(original, seen), 'upright', folder) }
}

async function encodedWhole(photo: Buffer, { size, keptColours, hasAlpha }: InspectedPhoto): Promise<Encoded> {
  const whole = framedPhoto(photo, size, unedited, keptColours)
  // No side of a WebP is longer than 16383; PNG has no such end, and only a see-through photo needs either.
  if (hasAlpha) return { bytes: await whole.png({ compressionLevel: 6 }).toBuffer(), extension: 'png' }
  return { bytes: await whole.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(), extension: 'jpg' }
}

function stripped(photo: Buffer, format: Rewritable, orientation: number): Buffer {
  if (format === 'jpeg') return stripJpeg(photo, orientation)
  if (format === 'png') return stripPng(photo, orientation)
  if (format === 'webp') return stripWebp(photo, orientation)
  return stripGif(photo)
}

type RenderTask = Exclude<PhotoTask, { kind: 'accept' }>

/** What all sizes are made of: the photo as it is framed, or the stage of a story with the photo on it. */
async function largestOf({ edit, portrait }: RenderTask, photo: Buffer, seen: InspectedPhoto, width: number) {
  if (edit.stage) {
    // Loaded when the first story comes: typefaces and drawings that most children never need.
    const { renderStage } = await import('./stage/render-stage.ts')
    return renderStage({ photo, size: seen.size, edit }, edit.stage, portrait)
  }
  const whole = framedPhoto(photo, seen.size, edit, seen.colours)
  return coloured(await intermediate(whole, width), edit.adjustments)
}

async function render(task: RenderTask): Promise<RenderedPhoto> {
  const photo = await readFile(task.file)
  const seen = await inspectPhoto(photo)
  const shown = task.edit.stage ? stage : framedSize(seen.size, task.edit)
  const colours = task.edit.stage ? 'srgb' : seen.colours
  const steps = task.kind === 'render' ? everywhere(firstWidths(shown)) : laterSteps(shown)
  const largest = await largestOf(task, photo, seen, Math.max(...steps.map(({ width }) => width)))
  const files = await writeCascade(largest, steps, colours, task.folder)
  const upright = task.kind === 'render' ? await turnedUpright(photo, task.folder) : {}
  return { ...shown, ...(await looksOf(largest)), files, ...upright }
}

// The system's own codes (ENOENT, EMFILE, ENOMEM), and what V8 and libvips say when they are given no memory.
const systemCode = /^E[A-Z0-9]+$/
const noMemory = /out of memory|cannot allocate memory|array buffer allocation failed/i

function isMachines(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && systemCode.test(String(error.code))) || noMemory.test(error.message)
}

async function work(task: PhotoTask): Promise<Answer> {
  try {
    const tell = (accepted: AcceptedPhoto) => process.send?.({ kind: 'progress', value: accepted })
    return { ok: true, value: await (task.kind === 'accept' ? accept(task, tell) : render(task)) }
  } catch (error) {
    const fault = diskFault(error) ?? (isMachines(error) ? 'machine' : undefined)
    return { ok: false, reason: error instanceof Error ? error.message : String(error), ...(fault && { fault }) }
  }
}

// Alone it has nothing to do: it ends with its parent, in the middle of a photo too, where an orderly exit would wait.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (message: { task: PhotoTask }) => {
  void work(message.task).then((value) => process.send?.({ kind: 'done', value }))
})
