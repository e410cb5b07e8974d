import type { PostId } from '@pawtrait/contract/ids.ts'
import { requireVisiblePost } from '#features/posts/visible-post.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { PRESENCE_SECONDS } from '#platform/live/presence.ts'

/**
 * Marks the post as open for the viewer. For ten minutes the viewer's event streams get the post's comments.
 * @throws Problem 'not-found' for an invisible post; 'too-many-requests' above 60 a minute.
 */
export async function watchPost(ctx: UserContext, postId: PostId): Promise<undefined> {
  await requireVisiblePost(ctx, postId)
  await enforceRateLimit(ctx, 'watches')
  await ctx.live.broadcast(ctx.db, 'post-watched', { postId, userId: ctx.viewer }, PRESENCE_SECONDS)
}
