import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { histogram, observableMetric, startStopwatch } from '#platform/monitoring/metrics.ts'
import { withTrace } from '#platform/monitoring/trace-channel.ts'
import { Problem } from '#platform/problem.ts'
import { ChildFailed, ChildPool, ChildPoolFull } from '#platform/process/child-pool.ts'
import { availableCores } from '#platform/process/cores.ts'
import { DiskFailedError, type DiskFault } from './disk-fault.ts'
import type { RenderedFile } from './render-photo.ts'
import type { UploadFormat } from './sniff-photo.ts'
import type { RenderingSettings } from './stage/photo-stage.ts'

/** Task for the decoder, which reads `file` and writes into `folder`. `portrait`: path of a JPEG for the name plate. */
export type DecoderTask =
  | { kind: 'accept'; file: string; folder: string; format: UploadFormat }
  | { kind: 'render' | 'enlarge'; file: string; folder: string; edit: RenderingSettings; portrait?: string }

/** Path and file extension of an original without its metadata, ready to be stored. */
export type StoredOriginal = { file: string; extension: 'jpg' | 'png' | 'webp' | 'gif' }
/** A completely decoded photo. Width and height are those of the upright photo. `hash`: SHA-256 of the upload. */
export type AcceptedPhoto = {
  width: number
  height: number
  placeholder: Uint8Array
  /** Perceptual hash of the whole photo; computed by `computePerceptualHash`. */
  likeness: string | null
  hash: Uint8Array
  original: StoredOriginal
}
/** Renderings of a photo, largest first. Width and height are those of the shown part. */
export type RenderedPhoto = {
  width: number
  height: number
  placeholder: Uint8Array
  /** Perceptual hash of the part that the crop shows; computed by `computePerceptualHash`. */
  likeness: string | null
  files: RenderedFile[]
  /** Upright original that replaces the stored original. Absent when the stored original is upright already. */
  upright?: StoredOriginal
}

/** Files stored after a new photo is ready: its other initial renderings, and `upright` as in `RenderedPhoto`. */
export type RemainingRenderings = Pick<RenderedPhoto, 'files' | 'upright'>

/** Thrown for a photo that is truncated or damaged, or does not have the format that its first bytes indicate. */
export class UndecodablePhotoError extends Error {}

/** Thrown when decoding fails for a reason other than the photo: no memory, no file handle, or a deleted file. */
export class DecoderFailedError extends Error {}

export const isCausedByPhoto = (error: unknown): boolean =>
  error instanceof UndecodablePhotoError ||
  (error instanceof ChildFailed && error.reason !== 'killed' && error.reason !== 'starved')

/**
 * Converts a decoding error to a Problem and throws it. Logs it if the photo is not the cause. Rethrows other errors.
 * @throws Problem 'unreadable-photo'; 'unavailable' when too many photos wait, or the photo is not the cause
 */
export const throwDecodingProblem =
  ({ log }: { log: Log }) =>
  (error: unknown): never => {
    if (isCausedByPhoto(error))
      throw new Problem('unreadable-photo', 'This photo could not be read. It may be damaged or only partly uploaded.')
    if (error instanceof ChildPoolFull) throw decodersBusyProblem()
    if (!(error instanceof ChildFailed) && !(error instanceof DecoderFailedError)) throw error
    log.error('decoder', error)
    throw new Problem('unavailable', 'The photo could not be read just now. Try again.', { retryAfterSeconds: 5 })
  }

const decodersBusyProblem = () =>
  new Problem('unavailable', 'Too many photos arrive at once. Try again in a moment.', { retryAfterSeconds: 5 })

/** Refuses an upload early. @throws Problem 'unavailable' while the decoder queue has no room for this user */
export function refuseWhileDecodersBusy({ viewer }: { viewer: UserId }): void {
  if (requestPool.isFullFor(viewer)) throw decodersBusyProblem()
}

/** Response of the decoder process. `fault` is set if the disk or the machine caused the error, not the photo. */
export type DecoderResponse =
  | { ok: true; value: unknown }
  | { ok: false; reason: string; fault?: DiskFault | 'machine' }

// Memory limit of a decoder. A HEIC of 48 megapixels takes 1.2 GB of memory, all other formats less than half of that.
const limits = { file: new URL('./decode-worker.ts', import.meta.url), memoryMegabytes: 1536 }
// Decoders for requests: one per core. A photo may take 10 s of CPU time, and 60 s in all. Both limits are below
// `proxy_read_timeout` in deploy/nginx/nginx.conf.
const requestPool = new ChildPool({
  ...limits,
  size: availableCores,
  maxWaiting: () => 8 * availableCores(), // a phone photo takes about a second to decode, so users wait at most 10 s
  cpuSeconds: 10,
  wallSeconds: 60,
  idleSeconds: 60, // keeps an idle decoder, because users often upload several photos in a row
  niceness: 10, // with niceness 10, p99 of feed requests during four decodings is 64 ms; with niceness 5 it is 111 ms
})
// Decoders for background jobs: one child process per core, at the lowest priority.
const jobPool = new ChildPool({
  ...limits,
  size: availableCores,
  cpuSeconds: 120,
  wallSeconds: 600,
  idleSeconds: 5, // after encoding AVIF, an idle child occupies 160 to 220 MB; no user waits for a new child
  niceness: 19,
})

const observeDecode = histogram(
  'decode_duration_seconds',
  'Duration of decoder tasks, with the wait for a decoder: photo accepted, first widths rendered, large ones rendered',
  ['kind', 'outcome'],
  [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 600],
  ['accept', 'render', 'enlarge'].flatMap((kind) => [
    [kind, 'machine'],
    [kind, 'disk'],
  ]),
)
const readDecoders = observableMetric('gauge', 'photo_decoders', 'Running decoder processes, busy or idle', ['pool'])
readDecoders(() => requestPool.pids().length, 'quick')
readDecoders(() => jobPool.pids().length, 'patient')

/** `requestOf`: user who sent the request. A full queue refuses the request. Jobs omit `requestOf` and always wait. */
export type DecoderQueueOptions = { requestOf?: UserId }

/** Starts a decoder when none runs. Call it when an upload begins, so that a decoder is ready when the upload ends. */
export const warmDecoder = () => requestPool.warm()

/**
 * Aborts all tasks of the request decoders at the end of a shutdown. Requests get 503. Jobs that use these decoders,
 * such as `finish-photo`, are retried.
 */
export const abortDecoding = () => requestPool.giveUp()

export const listDecoderPids = () => [...requestPool.pids(), ...jobPool.pids()]

/**
 * Decodes an upload. Returns three promises. `accepted` resolves after decoding, `rendered` with the files of a ready
 * photo, and `rest` with the remaining initial files.
 * @throws UndecodablePhotoError, ChildFailed, DecoderFailedError, DiskFailedError, ChildPoolFull (all promises)
 */
export function decodeUpload(file: string, folder: string, format: UploadFormat, options: DecoderQueueOptions = {}) {
  const accepted = Promise.withResolvers<AcceptedPhoto>()
  const rendered = Promise.withResolvers<RenderedPhoto>()
  // The casts are safe: the child process runs the same release, and each kind of task has one type of result.
  const onProgress = (value: unknown) => {
    const photo = value as AcceptedPhoto | RenderedPhoto
    if ('files' in photo) rendered.resolve(photo)
    else accepted.resolve(photo)
  }
  const task = { kind: 'accept', file, folder, format } as const
  const rest = runMeasured(requestPool, task, onProgress, options) as Promise<RemainingRenderings>
  rest.catch((error: unknown) => {
    accepted.reject(error)
    rendered.reject(error)
  })
  // Avoids unhandled rejections of the promises that the caller has not awaited yet.
  for (const promise of [accepted.promise, rendered.promise]) promise.catch(() => {})
  return { accepted: accepted.promise, rendered: rendered.promise, rest }
}

/**
 * Renders a stored original in all initial widths, and turns the original upright if needed.
 * @throws UndecodablePhotoError, ChildFailed, DecoderFailedError, DiskFailedError, ChildPoolFull
 */
export function renderPhoto(
  file: string,
  folder: string,
  edit: RenderingSettings,
  portrait?: string,
  options: DecoderQueueOptions = {},
) {
  const task = { kind: 'render', file, folder, edit, ...(portrait && { portrait }) } as const
  return runMeasured(requestPool, task, undefined, options) as Promise<RenderedPhoto>
}

/** Renders larger widths and AVIF. @throws UndecodablePhotoError, ChildFailed, DecoderFailedError, DiskFailedError */
export function enlargePhoto(file: string, folder: string, edit: RenderingSettings, portrait?: string) {
  const task = { kind: 'enlarge', file, folder, edit, ...(portrait && { portrait }) } as const
  return runMeasured(jobPool, task) as Promise<RenderedPhoto>
}

function classifyError(error: unknown): string {
  if (error instanceof DiskFailedError) return 'disk'
  if (error instanceof ChildPoolFull) return 'refused'
  if (!isCausedByPhoto(error)) return 'machine'
  return error instanceof ChildFailed ? error.reason : 'unreadable'
}

type OnProgress = (value: unknown) => void

async function runMeasured(
  pool: ChildPool,
  task: DecoderTask,
  onProgress?: OnProgress,
  options: DecoderQueueOptions = {},
) {
  const seconds = startStopwatch()
  try {
    const result = await runTask(pool, task, onProgress, options)
    observeDecode(seconds(), task.kind, 'done')
    return result
  } catch (error) {
    observeDecode(seconds(), task.kind, classifyError(error))
    throw error
  }
}

async function runTask(
  pool: ChildPool,
  task: DecoderTask,
  onProgress: OnProgress | undefined,
  options: DecoderQueueOptions,
) {
  const response = (await withTrace(
    () => pool.run(task, onProgress, options),
    () => ({ where: 'inside', name: `photo ${task.kind}` }),
  )) as DecoderResponse
  if (response.ok) return response.value
  if (!response.fault) throw new UndecodablePhotoError(response.reason)
  throw response.fault === 'machine'
    ? new DecoderFailedError(response.reason)
    : new DiskFailedError(response.fault, response.reason)
}
