import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { erasePost } from './edit-queries.ts'
import { type PhotoEdited, recordCut } from './record-cut.ts'
import { settlePrivacy } from './settle-privacy.ts'

/** `photo-edited` is written by media when a photo was cut alone, `settle-privacy` by profiles. */
export const postJobs = (ctx: () => Context): Worker[] => [
  { name: 'settle-privacy', work: async ({ user }: { user: UserId }) => settlePrivacy(ctx(), user) },
  { name: 'photo-edited', work: async (edited: PhotoEdited) => recordCut(ctx(), edited) },
  {
    name: 'erase-post',
    work: async ({ postId }: { postId: PostId }) => {
      await erasePost(ctx().db, postId)
    },
  },
]
