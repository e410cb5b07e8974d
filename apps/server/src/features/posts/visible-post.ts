import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectVisiblePost } from './queries.ts'

declare const seen: unique symbol
/** A post id whose visibility to the viewer has been checked. Only `visiblePost` makes one. */
export type VisiblePostId = PostId & { [seen]: true }

export const noPost = () => new Problem('not-found', 'This post is not available.')

/** Whose a visible post is, beside the proof. */
export type VisiblePost = { id: VisiblePostId; authorId: UserId }

/** Whether the viewer may see the post, for what they may take back either way. */
export const seesPost = async (ctx: Pick<Context, 'db' | 'viewer'>, id: PostId): Promise<boolean> =>
  (await selectVisiblePost(ctx.db, ctx.viewer, id)) !== undefined

/**
 * Proves that the viewer may see the post.
 * @throws Problem 'not-found' when it does not exist, was removed, or is not for them: the answer does not say which.
 */
export async function visiblePost(ctx: Pick<Context, 'db' | 'viewer'>, id: PostId): Promise<VisiblePost> {
  const found = await selectVisiblePost(ctx.db, ctx.viewer, id)
  if (!found) throw noPost()
  return { id: id as VisiblePostId, authorId: found.authorId }
}
