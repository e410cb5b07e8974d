import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { noPost, visiblePost } from '#features/posts/visible-post.ts'
import { holdLinksBack } from '#features/users/hold-new-account.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import { countAttempt } from '#platform/throttle.ts'
import { noComment, ownComment } from './own-comment.ts'
import { insertComment, lockFirstLevel, updateComment } from './queries.ts'
import { commentById } from './view.ts'

const A_MINUTE = { most: 20, seconds: 60 } // security.md §3.4

/**
 * The viewer comments on a post. An answer to an answer joins the comment of the first level above it.
 * @throws Problem 'not-found' as `visiblePost`, or when the comment answered is not there;
 *   'too-many-requests' above 20 a minute.
 */
export async function createComment(
  ctx: UserContext,
  postId: PostId,
  { text, parentId }: { text: string; parentId: CommentId | null },
): Promise<Comment> {
  const post = await visiblePost(ctx, postId)
  await holdLinksBack(ctx, 'text', text)
  await countAttempt(ctx.db, ctx.now, [{ key: `comments:${ctx.viewer}`, ...A_MINUTE }])
  const id = newId<CommentId>(ctx.now)
  await ctx.transaction(async ({ db }) => {
    const first = parentId && (await lockFirstLevel(db, ctx.viewer, post.id, parentId))
    if (parentId && !first) throw noComment()
    const comment = { id, post: post.id, author: ctx.viewer, parent: first ? first.id : null, text, now: ctx.now }
    if (!(await insertComment(db, comment))) throw noPost()
  })
  return commentById(ctx, id)
}

/** The viewer changes the words of their comment. @throws Problem as `ownComment`. */
export async function editComment(ctx: UserContext, id: CommentId, text: string): Promise<Comment> {
  const own = await ownComment(ctx, id)
  await holdLinksBack(ctx, 'text', text)
  await updateComment(ctx.db, own, text, ctx.now)
  return commentById(ctx, id)
}
