import type { PostId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { visiblePost } from './visible-post.ts'

declare const own: unique symbol
/** Id of a post that the viewer is known to have written. Only `ownPost` returns one. */
export type OwnPostId = PostId & { [own]: true }

/** Checks that the viewer wrote the post. @throws Problem 'not-found' if it is invisible; 'forbidden' if not theirs. */
export async function ownPost(ctx: UserContext, id: PostId): Promise<OwnPostId> {
  const post = await visiblePost(ctx, id)
  if (post.authorId !== ctx.viewer) throw new Problem('forbidden', 'Only its author may change a post.')
  return id as OwnPostId
}
