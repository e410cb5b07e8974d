import type { PostId } from '@pawtrait/contract/ids.ts'
import type { ArchiveState } from '@pawtrait/contract/posts.ts'
import type * as v from 'valibot'
import type { Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { type HadAudience, isPostHidden, selectArchivedAt, updatePostArchived } from './edit-queries.ts'
import { closePhotos, openPhotos } from './open-photos.ts'
import { ownPost } from './own-post.ts'
import { lockAuthor } from './queries.ts'

type State = v.InferOutput<typeof ArchiveState>

/**
 * Takes the viewer's post off the wall: off every list, count and open screen, its photos behind signed addresses.
 * @throws Problem as `ownPost`.
 */
export const archivePost = (ctx: UserContext, postId: PostId): Promise<State> =>
  move(ctx, postId, ctx.now.toISOString(), (tx, had) => tx.announce('post-left', { postId, ...had }))

/**
 * Publishes it again where it was, with its likes and comments.
 * @throws Problem as `ownPost`; 'forbidden' when moderators hide it.
 */
export const unarchivePost = (ctx: UserContext, postId: PostId): Promise<State> =>
  move(ctx, postId, null, async () => {})

async function move(
  ctx: UserContext,
  postId: PostId,
  archivedAt: string | null,
  tell: (tx: Tx, had: HadAudience) => Promise<void>,
) {
  const post = await ownPost(ctx, postId)
  return ctx.transaction(async (tx) => {
    await lockAuthor(tx.db, ctx.viewer)
    if (archivedAt === null && (await isPostHidden(tx.db, post)))
      throw new Problem('forbidden', 'A moderator has hidden this post. You can appeal.')
    const moved = await updatePostArchived(tx.db, post, archivedAt)
    if (moved) {
      await (archivedAt === null ? openPhotos : closePhotos)(tx, post)
      await tell(tx, moved)
    }
    const stands = await selectArchivedAt(tx.db, post)
    return { postId, archivedAt: stands?.archivedAt ?? null }
  })
}
