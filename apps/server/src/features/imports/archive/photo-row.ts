import { PhotoId } from '@pawtrait/contract/ids.ts'
import { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import * as v from 'valibot'

/** A row of `photos.json`: how a photo is shown. */
export const PhotoRow = v.object({ photoId: PhotoId, ...PhotoEdit.entries })
