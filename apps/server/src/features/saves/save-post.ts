import type { PostId } from '@pawtrait/contract/ids.ts'
import type { SaveState } from '@pawtrait/contract/saves.ts'
import { requireVisiblePost } from '#features/posts/visible-post.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteSave, insertSave, lockSavesOf } from './queries.ts'

/** Saves a post. Other users cannot see the save. @throws Problem 'not-found' (invisible post), 'too-many-requests' */
export async function savePost(ctx: UserContext, postId: PostId): Promise<SaveState> {
  const post = await requireVisiblePost(ctx, postId)
  await enforceRateLimit(ctx, 'collecting')
  await insertSave(ctx.db, post.id, ctx.viewer, ctx.now)
  return { postId, savedByMe: true }
}

/** Unsaves a post and removes it from all collections. @throws Problem 'not-found' if neither saved nor visible */
export async function unsavePost(ctx: UserContext, postId: PostId): Promise<SaveState> {
  const wasSaved = await ctx.transaction(async (tx) => {
    await lockSavesOf(tx.db, ctx.viewer)
    return (await deleteSave(tx.db, postId, ctx.viewer)) !== undefined
  })
  if (!wasSaved) await requireVisiblePost(ctx, postId)
  return { postId, savedByMe: false }
}
