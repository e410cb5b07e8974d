import type { PostId } from '@pawtrait/contract/ids.ts'
import type { ArchiveState } from '@pawtrait/contract/posts.ts'
import type * as v from 'valibot'
import type { Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { isPostHidden, type PreviousAudience, selectArchivedAt, updateArchivedAt } from './edit-queries.ts'
import { requireOwnPost } from './own-post.ts'
import { restrictPhotoAccess, updatePhotoAccess } from './photo-access.ts'
import { lockAuthor } from './queries.ts'

type State = v.InferOutput<typeof ArchiveState>

/** Archives the viewer's post: removes it from lists, counters and open pages. @throws Problem from `requireOwnPost` */
export const archivePost = (ctx: UserContext, postId: PostId): Promise<State> =>
  setArchived(ctx, postId, ctx.now.toISOString(), (tx, audience) => tx.announce('post-left', { postId, ...audience }))

/** Unarchives the viewer's post. @throws Problem from `requireOwnPost`; 'forbidden' if a moderator hid the post */
export const unarchivePost = (ctx: UserContext, postId: PostId): Promise<State> =>
  setArchived(ctx, postId, null, async () => {})

async function setArchived(
  ctx: UserContext,
  postId: PostId,
  archivedAt: string | null,
  announce: (tx: Tx, audience: PreviousAudience) => Promise<void>,
) {
  const post = await requireOwnPost(ctx, postId)
  return ctx.transaction(async (tx) => {
    await lockAuthor(tx.db, ctx.viewer)
    if (archivedAt === null && (await isPostHidden(tx.db, post)))
      throw new Problem('forbidden', 'A moderator has hidden this post. You can appeal.')
    const changed = await updateArchivedAt(tx.db, post, archivedAt)
    if (changed) {
      await (archivedAt === null ? updatePhotoAccess : restrictPhotoAccess)(tx, post)
      await announce(tx, changed)
    }
    const stored = await selectArchivedAt(tx.db, post)
    return { postId, archivedAt: stored?.archivedAt ?? null }
  })
}
