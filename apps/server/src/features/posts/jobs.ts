import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { erasePost } from './edit-queries.ts'
import { settlePrivacy } from './open-photos.ts'

/** `settle-privacy` is written by profiles. */
export const postJobs = (ctx: () => Context): Worker[] => [
  {
    name: 'settle-privacy',
    // A post that was being published while its author's account went private may have open photos until then.
    neverGivenUp: true,
    work: async ({ user }: { user: UserId }) => settlePrivacy(ctx(), user),
  },
  {
    name: 'erase-post',
    work: async ({ postId }: { postId: PostId }) => {
      await erasePost(ctx().db, postId)
    },
  },
]
