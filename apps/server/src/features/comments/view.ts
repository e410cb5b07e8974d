import type { Comment, CommentPage } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { visiblePost } from '#features/posts/visible-post.ts'
import { mediaAddress } from '#features/users/media-address.ts'
import type { Context } from '#platform/context.ts'
import { FIRST_ID, idOfCursor } from '#platform/cursor.ts'
import { noComment } from './own-comment.ts'
import { type CommentRow, selectComment, selectCommentCount, selectComments, selectNewestComments } from './queries.ts'

type Reader = Pick<Context, 'db' | 'viewer'>
type Asked = { cursor?: string | undefined; limit: number; parent?: CommentId | undefined }

function present(viewer: UserId | null, row: CommentRow): Comment {
  const { authorId, username, fullname, imageName, postAuthorId, deleted, ...comment } = row
  const mine = !deleted && authorId === viewer
  return {
    ...comment,
    deleted,
    author: deleted ? null : { id: authorId, username, fullname, image: mediaAddress(imageName) },
    mine,
    deletableByMe: mine || (!deleted && postAuthorId === viewer),
  }
}

/**
 * The comments of a post, oldest first: of the first level, or the answers to `parent`.
 * @throws Problem 'not-found' as `visiblePost`; 'validation-failed' for a cursor that is not ours.
 */
export async function commentsOfPost(ctx: Reader, postId: PostId, asked: Asked): Promise<CommentPage> {
  const { cursor, limit, parent } = asked
  const after = idOfCursor(cursor) ?? FIRST_ID
  const { id: post } = await visiblePost(ctx, postId)
  const rows = await selectComments(ctx.db, ctx.viewer, { post, parent, after, most: limit + 1 })
  const comments = rows.slice(0, limit).map((row) => present(ctx.viewer, row))
  const last = rows.length > limit ? comments.at(-1) : undefined
  return { comments, cursor: last?.id ?? null, commentCount: await selectCommentCount(ctx.db, ctx.viewer, post) }
}

/** @throws Problem 'not-found' when it is gone. */
export async function commentById(ctx: Reader, id: CommentId): Promise<Comment> {
  const row = await selectComment(ctx.db, ctx.viewer, id)
  if (!row) throw noComment()
  return present(ctx.viewer, row)
}

const PREVIEW = 4

/** The newest comments of the first level of each of these visible posts, at most 4, oldest first. One statement. */
export async function commentPreviews(ctx: Reader, posts: readonly PostId[]): Promise<Map<PostId, Comment[]>> {
  const previews = new Map<PostId, Comment[]>(posts.map((id) => [id, []]))
  if (posts.length === 0) return previews
  for (const row of await selectNewestComments(ctx.db, ctx.viewer, posts, PREVIEW))
    previews.get(row.postId)?.push(present(ctx.viewer, row))
  return previews
}
