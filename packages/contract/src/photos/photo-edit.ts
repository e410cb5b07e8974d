import type { PhotoEdit } from './photos.ts'

// This file is separate from the schemas, so that the browser does not load them.

export const noPhotoEdit: PhotoEdit = { crop: null, rotate: 0, adjustments: null }
