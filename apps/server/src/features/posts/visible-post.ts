import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectVisiblePost } from './queries.ts'

declare const visibleBrand: unique symbol
/** A post id that proves that the viewer may see the post. Only `requireVisiblePost` returns one. */
export type VisiblePostId = PostId & { [visibleBrand]: true }

export const postNotFoundProblem = () => new Problem('not-found', 'This post is not available.')

export type VisiblePost = { id: VisiblePostId; authorId: UserId }

/** Returns whether the viewer may see the post. Used by actions such as unlike, which also work on invisible posts. */
export const canSeePost = async (ctx: Pick<Context, 'db' | 'viewer'>, id: PostId): Promise<boolean> =>
  (await selectVisiblePost(ctx.db, ctx.viewer, id)) !== undefined

/** Checks that the viewer may see the post. @throws Problem 'not-found', also if it is unknown or deleted */
export async function requireVisiblePost(ctx: Pick<Context, 'db' | 'viewer'>, id: PostId): Promise<VisiblePost> {
  const found = await selectVisiblePost(ctx.db, ctx.viewer, id)
  if (!found) throw postNotFoundProblem()
  return { id: id as VisiblePostId, authorId: found.authorId }
}
