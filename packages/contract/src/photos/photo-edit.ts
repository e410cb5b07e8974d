import type { PhotoEdit } from './photos.ts'

// Not in photos.ts beside the schemas: the browser can load this value without loading valibot.

export const noPhotoEdit: PhotoEdit = { crop: null, rotate: 0, adjustments: null }
