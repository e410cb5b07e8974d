import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { deletePhotoFiles } from './delete-photos.ts'

export const mediaJobs = (ctx: () => Context): Worker[] => [
  { name: 'delete-photo-files', work: async ({ photo }: { photo: PhotoId }) => deletePhotoFiles(ctx(), photo) },
]
