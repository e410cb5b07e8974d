import type { PhotoId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { erasePost } from './edit-queries.ts'
import { settlePhoto } from './publish-post.ts'
import { type PhotoEdited, recordCut } from './record-cut.ts'
import { settlePrivacy } from './settle-privacy.ts'

/**
 * `photo-settled` is written by media when a photo becomes ready or fails, `photo-edited` when one was cut alone;
 * `settle-privacy` by profiles when an account becomes private or public.
 */
export const postJobs = (ctx: () => Context): Worker[] => [
  { name: 'photo-settled', work: async ({ photo }: { photo: PhotoId }) => settlePhoto(ctx(), photo) },
  { name: 'settle-privacy', work: async ({ user }: { user: UserId }) => settlePrivacy(ctx(), user) },
  { name: 'photo-edited', work: async (edited: PhotoEdited) => recordCut(ctx(), edited) },
  {
    name: 'erase-post',
    work: async ({ postId }: { postId: PostId }) => {
      await erasePost(ctx().db, postId)
    },
  },
]
