import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { PhotoId } from '../ids.ts'
import { MAX_STRAIGHTEN_DEGREES, photoFilters } from './photo-filters.ts'

/** Maximum size of an accepted photo file: 30 MB. */
export const maxPhotoBytes = 30 * 1024 * 1024

/** A photo for display: its size, placeholder and files. */
export const Photo = v.object({
  id: PhotoId,
  /**
   * `ready`: the smallest width and the largest width up to 1200 px exist as WebP. Missing widths and formats are
   * created later.
   */
  state: v.picklist(['processing', 'ready', 'failed']),
  /** Size in pixels after crop and rotation. */
  width: v.number(),
  height: v.number(),
  /** The thumbhash (placeholder) of the photo in base64, about 25 bytes. */
  placeholder: v.string(),
  /** URL pattern for all widths and formats. See `PhotoFiles`. */
  src: v.string(),
  widths: v.array(v.number()),
  avifWidths: v.array(v.number()),
})
export type Photo = v.InferOutput<typeof Photo>

const Fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const Share = v.pipe(v.number(), v.gtValue(0), v.maxValue(1))
// Tolerance for rounding errors. When x and width are computed from pixels, their sum may slightly exceed 1.
const slack = 0.0001

/** Crop rectangle, as fractions of the photo after rotation and straightening. */
export const Crop = v.pipe(
  v.object({ x: Fraction, y: Fraction, width: Share, height: Share }),
  v.check(({ x, width }) => x + width <= 1 + slack, 'The crop reaches beyond the photo.'),
  v.check(({ y, height }) => y + height <= 1 + slack, 'The crop reaches beyond the photo.'),
)
export type Crop = v.InferOutput<typeof Crop>

/** Rotation of the photo in degrees clockwise. */
export const RotationAngle = v.picklist([0, 90, 180, 270])

const Level = v.pipe(v.number(), v.minValue(-1), v.maxValue(1))

/**
 * Schema of `Adjustments`. The keys are in the order of PostgreSQL's jsonb, because edits are compared as JSON text.
 */
export const Adjustments = v.object({
  filter: v.nullable(v.picklist(photoFilters)),
  warmth: Level,
  contrast: Level,
  strength: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  brightness: Level,
  straighten: v.pipe(v.number(), v.minValue(-MAX_STRAIGHTEN_DEGREES), v.maxValue(MAX_STRAIGHTEN_DEGREES)),
})

/**
 * Edits of a photo, in the order in which they are applied: rotate, straighten, crop. `adjustments` has the form that
 * `normaliseAdjustments` returns.
 */
export const PhotoEdit = v.object({
  crop: v.nullable(Crop),
  rotate: RotationAngle,
  adjustments: v.nullable(Adjustments),
})
export type PhotoEdit = v.InferOutput<typeof PhotoEdit>

/** A requested edit. If `adjustments` is omitted, the adjustments of the photo stay unchanged. */
export const PhotoChange = v.object({ ...PhotoEdit.entries, adjustments: v.optional(v.nullable(Adjustments)) })
export type PhotoChange = v.InferOutput<typeof PhotoChange>

/** A photo with its edits. Only the owner gets it. */
export const OwnPhoto = v.object({ ...Photo.entries, ...PhotoEdit.entries })
export type OwnPhoto = v.InferOutput<typeof OwnPhoto>

const onePhoto = { path: '/api/photos/:id', auth: 'user', params: { id: PhotoId } } as const

export const uploadPhoto = defineEndpoint({
  method: 'POST',
  path: '/api/photos',
  auth: 'user',
  summary: 'Upload a photo (field `photo`, at most 30 MB); responds once it is decoded',
  accepts: 'multipart/form-data',
  output: OwnPhoto,
  status: 201,
})
export const getPhoto = defineEndpoint({
  method: 'GET',
  summary: "Get one of the viewer's photos",
  output: OwnPhoto,
  ...onePhoto,
})
export const editPhoto = defineEndpoint({
  method: 'PATCH',
  summary: "Crop, rotate and adjust one of the viewer's photos; the original stays unchanged",
  body: PhotoChange,
  output: OwnPhoto,
  ...onePhoto,
})
export const discardPhoto = defineEndpoint({ method: 'DELETE', summary: 'Delete an unposted photo', ...onePhoto })
export const getOriginalPhoto = defineEndpoint({
  ...onePhoto,
  method: 'GET',
  path: '/api/photos/:id/original',
  summary: "Download the original of one of the viewer's photos, without metadata",
  answers: 'image/*',
})

// The parameters are plain strings, because an invalid name must return 404 and not 400.
export const getMedia = defineEndpoint({
  method: 'GET',
  path: '/media/:name/:file',
  auth: 'anyone',
  summary: 'Get one rendition of a photo, such as 640.webp; signed by `until` and `key` unless it is public',
  params: { name: v.string(), file: v.string() },
  query: { until: v.optional(v.string()), key: v.optional(v.string()) },
  answers: 'image/*',
})

const uploads = { path: '/api/uploads', auth: 'user' } as const
const upload = { path: '/api/uploads/:id', auth: 'user', params: { id: v.string() } } as const

/** Resumable upload: tus 1.0 with the extensions creation, termination and expiration. */
export const getUploadOptions = defineEndpoint({
  ...uploads,
  method: 'OPTIONS',
  auth: 'anyone',
  summary: 'Get the features of the resumable upload (tus 1.0)',
})
export const beginUpload = defineEndpoint({
  ...uploads,
  method: 'POST',
  summary: 'Start a resumable upload of `Upload-Length` bytes; returns its URL in `Location`',
  status: 201,
})
export const getUpload = defineEndpoint({
  ...upload,
  method: 'HEAD',
  summary: 'Get the number of bytes received of an upload',
})
export const continueUpload = defineEndpoint({
  ...upload,
  method: 'PATCH',
  summary:
    'Append to an upload; the last part creates the photo, as `POST /api/photos` does, with its id in `Photo-Id`',
  accepts: 'application/offset+octet-stream',
})
export const cancelUpload = defineEndpoint({ ...upload, method: 'DELETE', summary: 'Delete an upload' })
