import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { CommentId, PostId } from './ids.ts'
import { Count, Cursor, page, Time } from './lists.ts'
import { RealNames } from './real-names.ts'
import { longest, Text } from './text.ts'
import { UserCard } from './users.ts'

/**
 * Why nothing but its place is left of a comment: its author deleted it, or the post's author, and it has answers;
 * moderators took it down; or it is by somebody the viewer does not see.
 */
export const goneWays = ['by-author', 'by-post-author', 'by-moderator', 'unseen'] as const

/** A comment; `text` is empty and `author` null once it is gone but has answers. */
export const Comment = v.object({
  id: CommentId,
  postId: PostId,
  /** The comment that this one answers: at depth 100, and nothing is deeper, the one at 99 above it. */
  parentId: v.nullable(CommentId),
  /** The comment of the first level at the top of its thread. */
  rootId: v.nullable(CommentId),
  /** 0: of the first level. */
  depth: Count,
  author: v.nullable(UserCard),
  text: v.string(),
  names: RealNames,
  createdAt: Time,
  editedAt: v.nullable(Time),
  gone: v.nullable(v.picklist(goneWays)),
  /** Answers the viewer sees: of the first level, all in its thread; deeper, those to it alone. */
  replyCount: Count,
  likeCount: Count,
  likedByMe: v.boolean(),
  /** Put on top by the post's author. */
  isPinned: v.boolean(),
  mine: v.boolean(),
  /** The viewer may delete it: their own, or anybody's under their post. */
  deletableByMe: v.boolean(),
  /** The viewer may put it on top: of the first level, under their post. */
  pinnableByMe: v.boolean(),
})
export type Comment = v.InferOutput<typeof Comment>

/**
 * Of the first level: oldest first, each followed by the first answers in its thread (at most 3), and where one begins
 * to read the pinned one before all. Of a thread: its answers as they were written, so that an answer never comes
 * before what it answers. `cursor` and `before` lead to the pages after and before it; null: nothing is there.
 * `commentCount` is the post's.
 */
export const CommentPage = v.object({
  comments: v.array(Comment),
  cursor: v.nullable(Cursor),
  before: v.nullable(Cursor),
  commentCount: Count,
})
export type CommentPage = v.InferOutput<typeof CommentPage>

/** What the viewer's like makes of a comment. */
export const CommentLikeState = v.object({ commentId: CommentId, likedByMe: v.boolean(), likeCount: Count })
export type CommentLikeState = v.InferOutput<typeof CommentLikeState>

const CommentText = v.pipe(Text(longest.comment), v.minLength(1, 'Write something first.'))
const one = { path: '/api/comments/:id', auth: 'user', params: { id: CommentId } } as const
const like = { path: '/api/comments/:id/like', auth: 'user', params: { id: CommentId } } as const
const pin = { path: '/api/comments/:id/pin', auth: 'user', params: { id: CommentId } } as const

export const getComments = endpoint({
  method: 'GET',
  path: '/api/posts/:id/comments',
  auth: 'anyone',
  summary:
    'Comments of a post with their first answers; the rest of a thread; the page of one comment, or of the newest',
  params: { id: PostId },
  query: {
    ...page,
    /** The page that ends before this cursor. */
    before: v.optional(Cursor),
    /** The answers in the thread of this comment of the first level. */
    thread: v.optional(CommentId),
    /** The page of this comment, with all it answers up to the first level and the first answers to it. */
    comment: v.optional(CommentId),
    /** The page at the end of the list. */
    from: v.optional(v.literal('newest')),
  },
  output: CommentPage,
})
export const createComment = endpoint({
  method: 'POST',
  path: '/api/posts/:id/comments',
  auth: 'user',
  summary: 'Comment on a post, or answer a comment',
  params: { id: PostId },
  body: v.object({ text: CommentText, parentId: v.optional(v.nullable(CommentId), null) }),
  output: Comment,
  status: 201,
  idempotencyKey: true,
})
export const getComment = endpoint({ method: 'GET', summary: 'One comment', output: Comment, ...one, auth: 'anyone' })
export const editComment = endpoint({
  method: 'PATCH',
  summary: 'Change my comment',
  body: v.object({ text: CommentText }),
  output: Comment,
  ...one,
})
export const deleteComment = endpoint({
  method: 'DELETE',
  summary: 'Delete my comment, or one under my post',
  output: v.object({ postId: PostId, commentCount: Count }),
  ...one,
})
export const likeComment = endpoint({ method: 'PUT', summary: 'Like a comment', output: CommentLikeState, ...like })
export const unlikeComment = endpoint({
  method: 'DELETE',
  summary: 'Unlike a comment',
  output: CommentLikeState,
  ...like,
})
export const pinComment = endpoint({
  method: 'PUT',
  summary: 'Put a comment on top of those under my post, instead of any other',
  output: Comment,
  ...pin,
})
export const unpinComment = endpoint({
  method: 'DELETE',
  summary: 'Put a comment under my post back into its place',
  output: Comment,
  ...pin,
})
export const watchPost = endpoint({
  method: 'PUT',
  path: '/api/posts/:id/watch',
  auth: 'user',
  summary: 'I have this post open: for ten minutes my live stream tells of its new comments',
  params: { id: PostId },
})
