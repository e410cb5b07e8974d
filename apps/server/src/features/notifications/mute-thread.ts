import type { PostId } from '@pawtrait/contract/ids.ts'
import type { ThreadMuteState } from '@pawtrait/contract/notifications.ts'
import { visiblePost } from '#features/posts/visible-post.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteThreadMute, insertThreadMute, selectThreadMute } from './queries.ts'

/** Returns whether the viewer has muted a post. @throws Problem 'not-found' as `visiblePost`. */
export async function getThreadMute(ctx: UserContext, id: PostId): Promise<ThreadMuteState> {
  const post = await visiblePost(ctx, id)
  return { mutedByMe: (await selectThreadMute(ctx.db, ctx.viewer, post.id)) !== undefined }
}

/** Mutes all notifications about a post for the viewer. @throws Problem 'not-found' as `visiblePost`. */
export async function muteThread(ctx: UserContext, id: PostId): Promise<ThreadMuteState> {
  const post = await visiblePost(ctx, id)
  await insertThreadMute(ctx.db, ctx.viewer, post.id, ctx.now)
  return { mutedByMe: true }
}

/** Unmutes a post, even one that is no longer visible. @throws Problem 'not-found' as `visiblePost`, if not muted. */
export async function unmuteThread(ctx: UserContext, id: PostId): Promise<ThreadMuteState> {
  if (!(await deleteThreadMute(ctx.db, ctx.viewer, id))) await visiblePost(ctx, id)
  return { mutedByMe: false }
}
