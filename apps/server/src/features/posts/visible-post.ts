import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectVisiblePost } from './queries.ts'

declare const seen: unique symbol
/** Proof that the viewer may see the post. Only `visiblePost` returns one. */
export type VisiblePostId = PostId & { [seen]: true }

export const postNotFound = () => new Problem('not-found', 'This post is not available.')

export type VisiblePost = { id: VisiblePostId; authorId: UserId }

/** Returns whether the viewer may see the post, for actions that are allowed either way, such as undoing a like. */
export const seesPost = async (ctx: Pick<Context, 'db' | 'viewer'>, id: PostId): Promise<boolean> =>
  (await selectVisiblePost(ctx.db, ctx.viewer, id)) !== undefined

/** Proves that the viewer may see the post. @throws the same Problem 'not-found' if unknown, deleted or hidden. */
export async function visiblePost(ctx: Pick<Context, 'db' | 'viewer'>, id: PostId): Promise<VisiblePost> {
  const found = await selectVisiblePost(ctx.db, ctx.viewer, id)
  if (!found) throw postNotFound()
  return { id: id as VisiblePostId, authorId: found.authorId }
}
