import type { PhotoEdit } from './photos.ts'

// This value is not in photos.ts, because the schemas there would make the browser load valibot.

export const noPhotoEdit: PhotoEdit = { crop: null, rotate: 0, adjustments: null }
