import { PhotoId } from '@pawtrait/contract/ids.ts'
import * as v from 'valibot'

/** A photo wherever a row of an archive names one. */
export const Picture = v.object({
  photoId: PhotoId,
  /** Null: the archive does not hold it. */
  file: v.nullable(v.pipe(v.string(), v.maxLength(60))),
  sha256: v.nullable(v.pipe(v.string(), v.maxLength(64))),
})
export type Picture = v.InferOutput<typeof Picture>
