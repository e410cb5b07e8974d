import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { postponeWhenDiskFull } from '#platform/storage/free-space.ts'
import { storePerceptualHashes } from './blocked-photos/block-pictures.ts'
import { isCausedByPhoto } from './decode-photo.ts'
import { deletePhotoFiles, deleteRenderings, type Rendering } from './delete-photos.ts'
import { addLargeRenderings, finishPhoto } from './finish-photo.ts'
import { refreshHashList } from './known-hashes/refresh-hash-list.ts'
import { sweepPhotos } from './sweep-photos.ts'

/** Jobs of the media feature. They enqueue `photo-settled` {photo} when an attached photo becomes ready or fails. */
export const mediaJobs = (ctx: () => Context): Worker[] => [
  {
    name: 'finish-photo',
    neverGivenUp: true,
    // Jobs run in parallel, limited by the decoders: a slow photo must not delay the stories of other users.
    inParallel: true,
    work: async ({ photo }: { photo: PhotoId }) => finishPhoto(ctx(), photo),
  },
  postponeWhenDiskFull(ctx, {
    name: 'enlarge-photo',
    neverGivenUp: true,
    inParallel: true,
    lateAfterMinutes: 12 * 60, // not urgent: until this job has run, the app shows smaller renderings
    work: async ({ photo, name }: { photo: PhotoId; name: string }) => enlarge(ctx(), photo, name),
  }),
  { name: 'delete-photo-files', work: async ({ photo }: { photo: PhotoId }) => deletePhotoFiles(ctx(), photo) },
  { name: 'find-likeness', work: async ({ photo }: { photo: PhotoId }) => storePerceptualHashes(ctx(), photo) },
  { name: 'delete-rendering', work: async (rendering: Rendering) => deleteRenderings(ctx(), [rendering]) },
  { name: 'read-hash-list', cron: '29 4 * * *', work: async () => updateHashList(ctx()) },
  { name: 'sweep-photos', cron: '17 * * * *', work: async () => sweepPhotos(ctx()) },
]

const updateHashList = async (ctx: Context) => {
  if (ctx.config.hashListUrl !== '') ctx.log.info('hash-list', { pictures: await refreshHashList(ctx) })
}

/** Adds large renderings. If the decoder cannot enlarge a photo, the photo stays ready with its small renderings. */
async function enlarge(ctx: Context, photo: PhotoId, name: string) {
  try {
    await addLargeRenderings(ctx, photo, name)
  } catch (error) {
    if (!isCausedByPhoto(error)) throw error
    ctx.log.error('enlarge-photo', error, { photo })
  }
}
