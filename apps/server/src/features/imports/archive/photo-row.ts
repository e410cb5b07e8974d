import { PhotoId } from '@pawtrait/contract/ids.ts'
import { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import * as v from 'valibot'

export const PhotoRow = v.object({ photoId: PhotoId, ...PhotoEdit.entries })
