import type { PostId } from '@pawtrait/contract/ids.ts'
import type { PinState } from '@pawtrait/contract/posts.ts'
import type * as v from 'valibot'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { replacePinnedPost, unpinPostRow } from './edit-queries.ts'
import { requireOwnPost } from './own-post.ts'
import { lockAuthor } from './queries.ts'

type State = v.InferOutput<typeof PinState>

/** Pins the viewer's post and unpins the previous one. @throws Problem from `requireOwnPost`; 'conflict' if archived */
export async function pinPost(ctx: UserContext, id: PostId): Promise<State> {
  const post = await requireOwnPost(ctx, id)
  const pinned = await ctx.transaction(async ({ db }) => {
    // Runs concurrent pin requests one after another; the last one wins.
    await lockAuthor(db, ctx.viewer)
    const updated = await replacePinnedPost(db, ctx.viewer, post, ctx.now)
    if (!updated) throw new Problem('conflict', 'An archived post cannot be pinned.')
    return updated.pinned
  })
  return { postId: post, pinned }
}

/** Unpins the viewer's post; does nothing if it is not pinned. @throws Problem from `requireOwnPost` */
export async function unpinPost(ctx: UserContext, id: PostId): Promise<State> {
  const post = await requireOwnPost(ctx, id)
  await unpinPostRow(ctx.db, ctx.viewer, post)
  return { postId: post, pinned: false }
}
