import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { histogram, readMetric, stopwatch } from '#platform/monitoring/metrics.ts'
import { traced } from '#platform/monitoring/traced.ts'
import { Problem } from '#platform/problem.ts'
import { ChildFailed, ChildPool, ChildPoolFull } from '#platform/process/child-pool.ts'
import { coresHere } from '#platform/process/cores.ts'
import { DiskFailed, type DiskFault } from './disk-fault.ts'
import type { RenderedFile } from './render-photo.ts'
import type { UploadFormat } from './sniff-photo.ts'
import type { Framing } from './stage/photo-stage.ts'

/**
 * What the decoding child is asked; `file` is read, results are written into `folder`. `portrait`: a JPEG of the pet on
 * the plate.
 */
export type PhotoTask =
  | { kind: 'accept'; file: string; folder: string; format: UploadFormat }
  | { kind: 'render' | 'enlarge'; file: string; folder: string; edit: Framing; portrait?: string }

/** What is kept as the original, free of metadata. */
export type KeptOriginal = { file: string; extension: 'jpg' | 'png' | 'webp' | 'gif' }
/** A photo whose every pixel has been decoded. Sizes are the upright photo's, `hash` is the SHA-256 of the upload. */
export type AcceptedPhoto = {
  width: number
  height: number
  placeholder: Uint8Array
  /** As `likenessOf`. */
  likeness: string | null
  hash: Uint8Array
  original: KeptOriginal
}
/** The renderings written, largest first; width and height are those of all that is shown. */
export type RenderedPhoto = {
  width: number
  height: number
  placeholder: Uint8Array
  /** Of all that is shown, as `likenessOf`. */
  likeness: string | null
  files: RenderedFile[]
  /** Present when the kept original had still to be turned: this one replaces it. */
  upright?: KeptOriginal
}

/** The bytes are no photo we can decode: truncated, damaged, or another format than its first bytes say. */
export class UndecodablePhoto extends Error {}

/** The machine let the decoder down: no memory was left for it, no file could be opened, or the file was gone. */
export class DecoderHindered extends Error {}

/** Whether a failure to decode is the photo's own, and not one of the machine it was decoded on. */
export const isPhotosFault = (error: unknown): boolean =>
  error instanceof UndecodablePhoto ||
  (error instanceof ChildFailed && error.reason !== 'killed' && error.reason !== 'starved')

/**
 * Maps a decoding error to the Problem of a request, and logs it when the machine caused it.
 * @throws Problem 'unreadable-photo', 'unavailable' when too many photos wait or the machine failed the decoder
 */
export const throwUndecoded =
  ({ log }: { log: Log }) =>
  (error: unknown): never => {
    if (isPhotosFault(error))
      throw new Problem('unreadable-photo', 'This photo could not be read. It may be damaged or only partly uploaded.')
    if (error instanceof ChildPoolFull) throw decodersBusy()
    if (!(error instanceof ChildFailed) && !(error instanceof DecoderHindered)) throw error
    log.error('decoder', error)
    throw new Problem('unavailable', 'The photo could not be read just now. Try again.', { retryAfterSeconds: 5 })
  }

const decodersBusy = () =>
  new Problem('unavailable', 'Too many photos arrive at once. Try again in a moment.', { retryAfterSeconds: 5 })

/** @throws Problem 'unavailable' while the decoder queue has no room for another photo of this user */
export function refuseWhileDecodersBusy({ viewer }: { viewer: UserId }): void {
  if (quick.isFullFor(viewer)) throw decodersBusy()
}

/** What the decoding child answers; `fault` says whose an error is, when it is not the photo's. */
export type Answer = { ok: true; value: unknown } | { ok: false; reason: string; fault?: DiskFault | 'machine' }

// A HEIC of 48 megapixels takes 1.2 GB, everything else less than half of it.
const limits = { file: new URL('./decode-worker.ts', import.meta.url), memoryMegabytes: 1536 }
// For what people wait for, as many children as this process has cores; 10 s of decoding (`security.md` §3.4), and an
// answer before the proxy in front gives up on us (deploy/nginx/nginx.conf).
const quick = new ChildPool({
  ...limits,
  size: coresHere,
  mostWaiting: () => 8 * coresHere(), // a photo of a phone takes about a second: people wait ten at most
  cpuSeconds: 10,
  wallSeconds: 60,
  idleSeconds: 60, // who posts one photo may post another
  niceness: 5,
})
// For what nobody waits for: on every core, and only while nothing else wants it.
const patient = new ChildPool({
  ...limits,
  size: coresHere,
  cpuSeconds: 120,
  wallSeconds: 600,
  idleSeconds: 5, // after AVIF it holds 160 to 220 MB, and the next is not waited for
  niceness: 19,
})

const observeDecode = histogram(
  'decode_duration_seconds',
  'Work of the photo decoders, with the wait for one: a photo accepted, its first widths made, its large ones made',
  ['kind', 'outcome'],
  [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 600],
  ['accept', 'render', 'enlarge'].flatMap((kind) => [
    [kind, 'machine'],
    [kind, 'disk'],
  ]),
)
const readDecoders = readMetric('gauge', 'photo_decoders', 'Decoding processes that run, at work or resting', ['pool'])
readDecoders(() => quick.pids().length, 'quick')
readDecoders(() => patient.pids().length, 'patient')

/** `requestOf`: the user who sent the request. A full queue refuses requests; jobs leave it out and always wait. */
export type Queueing = { requestOf?: UserId }

/** Starts a decoder when none runs: called as soon as an upload begins, so that it is up when the bytes are. */
export const warmDecoder = () => quick.warm()

/** Aborts decoding at the end of a shutdown: requests get 503, jobs are retried. */
export const giveUpDecoding = () => quick.giveUp()

/** Process ids of the decoders. */
export const decoderPids = () => [...quick.pids(), ...patient.pids()]

/**
 * Decodes an upload once: `accepted` comes as soon as the whole photo proved decodable, `rendered` when the first
 * widths are written.
 * @throws UndecodablePhoto, ChildFailed, DecoderHindered, DiskFailed, ChildPoolFull (both promises)
 */
export function decodeUpload(file: string, folder: string, format: UploadFormat, options: Queueing = {}) {
  const accepted = Promise.withResolvers<AcceptedPhoto>()
  // The child is ours and of the same release: each kind of task has one shape of answer (decode-worker.ts).
  const tell = (value: unknown) => accepted.resolve(value as AcceptedPhoto)
  const rendered = ask(quick, { kind: 'accept', file, folder, format }, tell, options) as Promise<RenderedPhoto>
  rendered.catch((error: unknown) => accepted.reject(error))
  accepted.promise.catch(() => {})
  return { accepted: accepted.promise, rendered }
}

/**
 * A kept original as it is shown, in the widths a photo needs to be ready, and turned upright if it was not.
 * @throws UndecodablePhoto, ChildFailed, DecoderHindered, DiskFailed, ChildPoolFull
 */
export function renderPhoto(file: string, folder: string, edit: Framing, portrait?: string, options: Queueing = {}) {
  const task = { kind: 'render', file, folder, edit, ...(portrait && { portrait }) } as const
  return ask(quick, task, undefined, options) as Promise<RenderedPhoto>
}

/**
 * The larger widths and AVIF; slow, and yields to everything else.
 * @throws UndecodablePhoto, ChildFailed, DecoderHindered, DiskFailed
 */
export function enlargePhoto(file: string, folder: string, edit: Framing, portrait?: string) {
  const task = { kind: 'enlarge', file, folder, edit, ...(portrait && { portrait }) } as const
  return ask(patient, task) as Promise<RenderedPhoto>
}

/** Whose fault it was: the photo's, and what it did to its decoder, the disk's or the machine's. */
function outcomeOf(error: unknown): string {
  if (error instanceof DiskFailed) return 'disk'
  if (error instanceof ChildPoolFull) return 'refused'
  if (!isPhotosFault(error)) return 'machine'
  return error instanceof ChildFailed ? error.reason : 'unreadable'
}

type OnProgress = (value: unknown) => void

async function ask(pool: ChildPool, task: PhotoTask, onProgress?: OnProgress, options: Queueing = {}) {
  const seconds = stopwatch()
  try {
    const done = await send(pool, task, onProgress, options)
    observeDecode(seconds(), task.kind, 'done')
    return done
  } catch (error) {
    observeDecode(seconds(), task.kind, outcomeOf(error))
    throw error
  }
}

async function send(pool: ChildPool, task: PhotoTask, onProgress: OnProgress | undefined, options: Queueing) {
  const answer = (await traced(
    () => pool.run(task, onProgress, options),
    () => ({ where: 'inside', name: `photo ${task.kind}` }),
  )) as Answer
  if (answer.ok) return answer.value
  if (!answer.fault) throw new UndecodablePhoto(answer.reason)
  throw answer.fault === 'machine' ? new DecoderHindered(answer.reason) : new DiskFailed(answer.fault, answer.reason)
}
