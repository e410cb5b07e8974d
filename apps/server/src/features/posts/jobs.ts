import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { erasePost } from './edit-queries.ts'
import { updateAuthorPhotoAccess } from './photo-access.ts'
import { retagPosts } from './retag-posts.ts'

/** Background jobs for posts. The profiles feature enqueues `settle-privacy`. */
export const postJobs = (ctx: () => Context): Worker[] => [
  {
    name: 'settle-privacy',
    // Until this job has run, photos that were published while their account became private may still be public.
    neverGivenUp: true,
    work: async ({ user }: { user: UserId }) => updateAuthorPhotoAccess(ctx(), user),
  },
  {
    name: 'erase-post',
    work: async ({ postId }: { postId: PostId }) => {
      await erasePost(ctx().db, postId)
    },
  },
  { name: 'retag-posts', cron: '53 * * * *', work: () => retagPosts(ctx()) },
]
