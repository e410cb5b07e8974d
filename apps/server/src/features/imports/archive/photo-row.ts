import { PhotoId } from '@pawtrait/contract/ids.ts'
import { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import * as v from 'valibot'

/** Imported fields of a row of `photos.json`: the edits of a photo. */
export const PhotoRow = v.object({ photoId: PhotoId, ...PhotoEdit.entries })
