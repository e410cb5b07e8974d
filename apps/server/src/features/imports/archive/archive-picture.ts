import { PhotoId } from '@pawtrait/contract/ids.ts'
import * as v from 'valibot'

export const ArchivePicture = v.object({
  photoId: PhotoId,
  /** Name of the photo's file in the archive; null if the archive lacks the photo. */
  file: v.nullable(v.pipe(v.string(), v.maxLength(60))),
  sha256: v.nullable(v.pipe(v.string(), v.maxLength(64))),
})
export type ArchivePicture = v.InferOutput<typeof ArchivePicture>
