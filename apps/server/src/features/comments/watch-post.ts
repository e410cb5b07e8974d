import type { PostId } from '@pawtrait/contract/ids.ts'
import { visiblePost } from '#features/posts/visible-post.ts'
import type { UserContext } from '#platform/context.ts'
import { countAttempt } from '#platform/throttle.ts'

// A page asks once when it opens and then every few minutes.
const A_MINUTE = { most: 60, seconds: 60 }

/**
 * The viewer has the post open: for ten minutes their streams hear of its new comments.
 * @throws Problem 'not-found' as `visiblePost`; 'too-many-requests' above 60 a minute.
 */
export async function watchPost(ctx: UserContext, postId: PostId): Promise<undefined> {
  await visiblePost(ctx, postId)
  await countAttempt(ctx.db, ctx.now, [{ key: `watches:${ctx.viewer}`, ...A_MINUTE }])
  await ctx.live.announce(ctx.db, 'post-watched', { postId, userId: ctx.viewer })
}
