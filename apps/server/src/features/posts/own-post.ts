import type { PostId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { requireVisiblePost } from './visible-post.ts'

declare const ownBrand: unique symbol
/** A post id that proves that the viewer wrote the post. Only `requireOwnPost` returns one. */
export type OwnPostId = PostId & { [ownBrand]: true }

/** Checks that the viewer wrote the post. @throws Problem 'not-found' if invisible; 'forbidden' if another user's */
export async function requireOwnPost(ctx: UserContext, id: PostId): Promise<OwnPostId> {
  const post = await requireVisiblePost(ctx, id)
  if (post.authorId !== ctx.viewer) throw new Problem('forbidden', 'Only its author may change a post.')
  return id as OwnPostId
}
