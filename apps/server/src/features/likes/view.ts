import type { PostPage } from '@pawtrait/contract/posts.ts'
import { type AskedPage, timedPosts } from '#features/posts/timed-posts.ts'
import type { UserContext } from '#platform/context.ts'
import { selectLikes } from './queries.ts'

/**
 * Posts the viewer likes, last liked first, as far as they may still see them.
 * @throws Problem 'validation-failed' for a cursor that is not ours.
 */
export const likedPosts = (ctx: UserContext, page: AskedPage): Promise<PostPage> =>
  timedPosts(ctx, page, (after, most) => selectLikes(ctx.db, ctx.viewer, after, most))
