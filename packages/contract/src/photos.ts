import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { PhotoId } from './ids.ts'

/** One rendition: a width that stands, in one format. */
export const Variant = v.object({
  format: v.picklist(['avif', 'webp', 'jpg']),
  /** Pixels. */
  width: v.number(),
  /** Address on this server; signed while the photo is not public. */
  src: v.string(),
})
export type Variant = v.InferOutput<typeof Variant>

/** A photo as screens draw it: space, placeholder, addresses. */
export const Photo = v.object({
  id: PhotoId,
  /** `ready`: 320, 640 and 1080 px stand, as far as the photo is that wide. */
  state: v.picklist(['processing', 'ready', 'failed']),
  /** Pixels after crop and rotation. */
  width: v.number(),
  height: v.number(),
  /** thumbhash in base64, about 25 bytes. */
  placeholder: v.string(),
  /** By format (AVIF, WebP, JPEG), narrow to wide. Empty while processing. */
  variants: v.array(Variant),
})
export type Photo = v.InferOutput<typeof Photo>

/** Fractions of the upright original. */
export const Crop = v.object({
  x: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  y: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  width: v.pipe(v.number(), v.gtValue(0), v.maxValue(1)),
  height: v.pipe(v.number(), v.gtValue(0), v.maxValue(1)),
})
export type Crop = v.InferOutput<typeof Crop>

/** A photo as its owner edits it. */
export const OwnPhoto = v.object({ ...Photo.entries, crop: v.nullable(Crop), rotate: v.picklist([0, 90, 180, 270]) })
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
  summary: 'Crop and rotate; the original stays untouched',
  body: v.object({ crop: v.nullable(Crop), rotate: v.picklist([0, 90, 180, 270]) }),
  output: OwnPhoto,
  ...one,
})
export const discardPhoto = endpoint({ method: 'DELETE', summary: 'Throw an unposted photo away', ...one })
export const getOriginal = endpoint({
  ...one,
  method: 'GET',
  path: '/api/photos/:id/original',
  summary: 'The kept original without metadata, as a download',
  answers: 'image/*',
})
