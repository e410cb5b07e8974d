import type { PostId } from '@pawtrait/contract/ids.ts'
import type { ThreadMuteState } from '@pawtrait/contract/notifications.ts'
import { requireVisiblePost } from '#features/posts/visible-post.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteThreadMute, insertThreadMute, selectThreadMute } from './queries.ts'

/** Returns whether the viewer has muted a post. @throws Problem 'not-found' if the viewer cannot see it. */
export async function getThreadMute(ctx: UserContext, id: PostId): Promise<ThreadMuteState> {
  const post = await requireVisiblePost(ctx, id)
  return { mutedByMe: (await selectThreadMute(ctx.db, ctx.viewer, post.id)) !== undefined }
}

/** Mutes all notifications about a post for the viewer. @throws Problem 'not-found' if the viewer cannot see it. */
export async function muteThread(ctx: UserContext, id: PostId): Promise<ThreadMuteState> {
  const post = await requireVisiblePost(ctx, id)
  await insertThreadMute(ctx.db, ctx.viewer, post.id, ctx.now)
  return { mutedByMe: true }
}

/** Unmutes a post. @throws Problem 'not-found' if it is neither muted by the viewer nor visible to them. */
export async function unmuteThread(ctx: UserContext, id: PostId): Promise<ThreadMuteState> {
  if (!(await deleteThreadMute(ctx.db, ctx.viewer, id))) await requireVisiblePost(ctx, id)
  return { mutedByMe: false }
}
