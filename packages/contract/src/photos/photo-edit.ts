import type { PhotoEdit } from './photos.ts'

// Apart from the schemas, which the browser does without.

/** A photo as it was taken. */
export const unedited: PhotoEdit = { crop: null, rotate: 0, adjustments: null }
