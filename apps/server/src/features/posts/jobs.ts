import type { PhotoId, PostId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { settlePhoto } from './publish-post.ts'
import { erasePost } from './queries.ts'

/** `photo-settled` is written by media when a photo becomes ready or fails. */
export const postJobs = (ctx: () => Context): Worker[] => [
  { name: 'photo-settled', work: async ({ photo }: { photo: PhotoId }) => settlePhoto(ctx(), photo) },
  {
    name: 'erase-post',
    work: async ({ postId }: { postId: PostId }) => {
      await erasePost(ctx().db, postId)
    },
  },
]
