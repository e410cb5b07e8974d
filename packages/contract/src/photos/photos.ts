import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PhotoId } from '../ids.ts'
import { filters, MOST_STRAIGHTENED } from './photo-filters.ts'

/** 30 MB: the largest file accepted (security.md §3.4). */
export const maxPhotoBytes = 30 * 1024 * 1024

/** A photo as screens draw it: space, placeholder, addresses. */
export const Photo = v.object({
  id: PhotoId,
  /** `ready`: 320, 640 and 1080 px stand, as far as the photo is that wide; larger ones and AVIF follow. */
  state: v.picklist(['processing', 'ready', 'failed']),
  /** Pixels after crop and rotation. */
  width: v.number(),
  height: v.number(),
  /** thumbhash in base64, about 25 bytes. */
  placeholder: v.string(),
  /** Where its files are, as `PhotoFiles`: one address for all widths and formats. */
  src: v.string(),
  widths: v.array(v.number()),
  avifWidths: v.array(v.number()),
})
export type Photo = v.InferOutput<typeof Photo>

const Fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const Share = v.pipe(v.number(), v.gtValue(0), v.maxValue(1))
// Fractions computed from pixels may exceed the edge by a rounding.
const slack = 0.0001

/** The part shown, as fractions of the upright photo after it was turned by `rotate` and straightened. */
export const Crop = v.pipe(
  v.object({ x: Fraction, y: Fraction, width: Share, height: Share }),
  v.check(({ x, width }) => x + width <= 1 + slack, 'The crop reaches beyond the photo.'),
  v.check(({ y, height }) => y + height <= 1 + slack, 'The crop reaches beyond the photo.'),
)
export type Crop = v.InferOutput<typeof Crop>

/** Degrees clockwise. */
export const Rotate = v.picklist([0, 90, 180, 270])

const Level = v.pipe(v.number(), v.minValue(-1), v.maxValue(1))

/** As `Adjustments` says. In the order in which PostgreSQL gives jsonb back: two are compared as text. */
export const Adjustments = v.object({
  filter: v.nullable(v.picklist(filters)),
  warmth: Level,
  contrast: Level,
  strength: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  brightness: Level,
  straighten: v.pipe(v.number(), v.minValue(-MOST_STRAIGHTENED), v.maxValue(MOST_STRAIGHTENED)),
})

/** How a photo is shown: turned, straightened, then cut; `adjustments` as `changing` gives them. */
export const PhotoEdit = v.object({ crop: v.nullable(Crop), rotate: Rotate, adjustments: v.nullable(Adjustments) })
export type PhotoEdit = v.InferOutput<typeof PhotoEdit>

/** What is asked for: adjustments that are left out stay as they are. */
export const PhotoChange = v.object({ ...PhotoEdit.entries, adjustments: v.optional(v.nullable(Adjustments)) })
export type PhotoChange = v.InferOutput<typeof PhotoChange>

/** A photo as its owner edits it. */
export const OwnPhoto = v.object({ ...Photo.entries, ...PhotoEdit.entries })
export type OwnPhoto = v.InferOutput<typeof OwnPhoto>

const one = { path: '/api/photos/:id', auth: 'user', params: { id: PhotoId } } as const

export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/api/photos',
  auth: 'user',
  summary: 'Upload a photo (field `photo`, at most 30 MB); answers once it is decoded',
  accepts: 'multipart/form-data',
  output: OwnPhoto,
  status: 201,
})
export const getPhoto = endpoint({ method: 'GET', summary: 'One of my photos', output: OwnPhoto, ...one })
export const editPhoto = endpoint({
  method: 'PATCH',
  summary: 'Crop, rotate and adjust; the original stays untouched',
  body: PhotoChange,
  output: OwnPhoto,
  ...one,
})
export const discardPhoto = endpoint({ method: 'DELETE', summary: 'Delete an unposted photo', ...one })
export const getOriginal = endpoint({
  ...one,
  method: 'GET',
  path: '/api/photos/:id/original',
  summary: 'The kept original without metadata, as a download',
  answers: 'image/*',
})

// Checked by hand: a name that is none of ours answers 404 like one that is not there.
export const getMedia = endpoint({
  method: 'GET',
  path: '/media/:name/:file',
  auth: 'anyone',
  summary: 'One rendition of a photo, such as 640.webp; signed by `until` and `key` unless it is public',
  params: { name: v.string(), file: v.string() },
  query: { until: v.optional(v.string()), key: v.optional(v.string()) },
  answers: 'image/*',
})

const uploads = { path: '/api/uploads', auth: 'user' } as const
const upload = { path: '/api/uploads/:id', auth: 'user', params: { id: v.string() } } as const

/** Resumable upload, tus 1.0 with the extensions creation, termination and expiration. */
export const uploadOptions = endpoint({
  ...uploads,
  method: 'OPTIONS',
  auth: 'anyone',
  summary: 'What the resumable upload offers (tus 1.0)',
})
export const beginUpload = endpoint({
  ...uploads,
  method: 'POST',
  summary: 'Begin a resumable upload of `Upload-Length` bytes; its address is in `Location`',
  status: 201,
})
export const getUpload = endpoint({ ...upload, method: 'HEAD', summary: 'How much of the upload has arrived' })
export const continueUpload = endpoint({
  ...upload,
  method: 'PATCH',
  summary: 'Send more; the last piece answers like `POST /api/photos`, with the photo in `Photo-Id`',
  accepts: 'application/offset+octet-stream',
})
export const cancelUpload = endpoint({ ...upload, method: 'DELETE', summary: 'Delete the upload' })
