import type { PostId } from '@pawtrait/contract/ids.ts'
import type { PinState } from '@pawtrait/contract/posts.ts'
import type * as v from 'valibot'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { updatePinned, updatePostUnpinned } from './edit-queries.ts'
import { ownPost } from './own-post.ts'
import { lockAuthor } from './queries.ts'

type State = v.InferOutput<typeof PinState>

/**
 * Puts the viewer's post first on their profile, in the place of the one pinned before.
 * @throws Problem as `ownPost`; 'conflict' for one that is archived.
 */
export async function pinPost(ctx: UserContext, id: PostId): Promise<State> {
  const post = await ownPost(ctx, id)
  const pinned = await ctx.transaction(async ({ db }) => {
    // Two at once are pinned one after the other: the last one stays.
    await lockAuthor(db, ctx.viewer)
    const done = await updatePinned(db, ctx.viewer, post, ctx.now)
    if (!done) throw new Problem('conflict', 'An archived post cannot be pinned.')
    return done.pinned
  })
  return { postId: post, pinned }
}

/** Nothing changes when it was not pinned. @throws Problem as `ownPost`. */
export async function unpinPost(ctx: UserContext, id: PostId): Promise<State> {
  const post = await ownPost(ctx, id)
  await updatePostUnpinned(ctx.db, ctx.viewer, post)
  return { postId: post, pinned: false }
}
