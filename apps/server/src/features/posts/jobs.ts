import type { PhotoId, PostId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { erasePost } from './edit-queries.ts'
import { settlePhoto } from './publish-post.ts'
import { type PhotoEdited, recordCut } from './record-cut.ts'

/** `photo-settled` is written by media when a photo becomes ready or fails, `photo-edited` when one was cut alone. */
export const postJobs = (ctx: () => Context): Worker[] => [
  { name: 'photo-settled', work: async ({ photo }: { photo: PhotoId }) => settlePhoto(ctx(), photo) },
  { name: 'photo-edited', work: async (edited: PhotoEdited) => recordCut(ctx(), edited) },
  {
    name: 'erase-post',
    work: async ({ postId }: { postId: PostId }) => {
      await erasePost(ctx().db, postId)
    },
  },
]
