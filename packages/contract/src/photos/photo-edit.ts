import type { PhotoEdit } from './photos.ts'

// Separate from the schemas in photos.ts, so that the browser need not load valibot for this value.

export const noPhotoEdit: PhotoEdit = { crop: null, rotate: 0, adjustments: null }
