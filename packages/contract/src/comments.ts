import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { CommentId, PostId } from './ids.ts'
import { Count, Cursor, pageQuery, SeenVersion, Time } from './lists.ts'
import { MentionedUsernames } from './mentioned-usernames.ts'
import { Text, textLimits } from './text/clean-text.ts'
import { UserCard } from './users.ts'

/**
 * Reasons why a comment's text is not shown. `by-author`, `by-post-author`: deleted while it had replies.
 * `by-moderator`: removed by moderators. `unseen`: the viewer may not see the author of the comment.
 */
export const placeholderReasons = ['by-author', 'by-post-author', 'by-moderator', 'unseen'] as const

/** A comment. A placeholder has a reason in `gone`, an empty `text` and `author: null`. */
export const Comment = v.object({
  id: CommentId,
  postId: PostId,
  /**
   * The comment to which this is a reply. Depth is limited to 100. For a reply to a comment at depth 100, `parentId` is
   * the parent of that comment.
   */
  parentId: v.nullable(CommentId),
  rootId: v.nullable(CommentId),
  /** Depth in the thread; 0 for a first-level comment. */
  depth: Count,
  author: v.nullable(UserCard),
  text: v.string(),
  names: MentionedUsernames,
  createdAt: Time,
  editedAt: v.nullable(Time),
  gone: v.nullable(v.picklist(placeholderReasons)),
  /**
   * Number of replies visible to the viewer. A first-level comment counts its whole thread, other comments count direct
   * replies.
   */
  replyCount: Count,
  likeCount: Count,
  likedByMe: v.boolean(),
  isPinned: v.boolean(),
  mine: v.boolean(),
  /** Whether the viewer may delete the comment. True if the viewer wrote the comment or the post. */
  deletableByMe: v.boolean(),
  /** Whether the viewer may pin the comment. True for a first-level comment under the viewer's post. */
  pinnableByMe: v.boolean(),
})
export type Comment = v.InferOutput<typeof Comment>

/**
 * A page of comments. A page of first-level comments has the oldest first, each followed by its first 3 replies at
 * most. The first page starts with the pinned comment. A page of a thread has replies in the order they were written,
 * so a reply comes after its parent. `cursor` and `before` lead to the next and the previous page; null means that
 * there is none. `commentCount` is the number of all comments on the post that the viewer may see.
 */
export const CommentPage = v.object({
  comments: v.array(Comment),
  cursor: v.nullable(Cursor),
  before: v.nullable(Cursor),
  commentCount: Count,
})
export type CommentPage = v.InferOutput<typeof CommentPage>

export const CommentLikeState = v.object({ commentId: CommentId, likedByMe: v.boolean(), likeCount: Count })
export type CommentLikeState = v.InferOutput<typeof CommentLikeState>

const CommentText = v.pipe(Text(textLimits.comment), v.minLength(1, 'Write something first.'))
export const CommentChange = v.object({ text: CommentText, seen: v.optional(SeenVersion) })
const oneComment = { path: '/api/comments/:id', auth: 'user', params: { id: CommentId } } as const
const like = { path: '/api/comments/:id/like', auth: 'user', params: { id: CommentId } } as const
const pin = { path: '/api/comments/:id/pin', auth: 'user', params: { id: CommentId } } as const

export const getComments = defineEndpoint({
  method: 'GET',
  path: '/api/posts/:id/comments',
  auth: 'anyone',
  summary:
    "List a post's comments with their first replies, a thread's replies, the page of a comment, or the last page",
  params: { id: PostId },
  query: {
    ...pageQuery,
    /** Requests the page that ends before this cursor. */
    before: v.optional(Cursor),
    /** Requests the replies in the thread of this first-level comment. */
    thread: v.optional(CommentId),
    /** Requests the page that contains this comment, with its ancestors and its first replies. */
    comment: v.optional(CommentId),
    /** Requests the last page of the list. */
    from: v.optional(v.literal('newest')),
  },
  output: CommentPage,
})
export const createComment = defineEndpoint({
  method: 'POST',
  path: '/api/posts/:id/comments',
  auth: 'user',
  summary: 'Comment on a post, or reply to a comment',
  params: { id: PostId },
  body: v.object({ text: CommentText, parentId: v.optional(v.nullable(CommentId), null) }),
  output: Comment,
  status: 201,
  idempotencyKey: true,
})
export const getComment = defineEndpoint({
  method: 'GET',
  summary: 'Get a comment',
  output: Comment,
  ...oneComment,
  auth: 'anyone',
})
export const editComment = defineEndpoint({
  method: 'PATCH',
  summary: "Edit the viewer's comment",
  body: CommentChange,
  output: Comment,
  ...oneComment,
})
export const deleteComment = defineEndpoint({
  method: 'DELETE',
  summary: "Delete the viewer's comment, or a comment on the viewer's post",
  output: v.object({ postId: PostId, commentCount: Count }),
  ...oneComment,
})
export const likeComment = defineEndpoint({
  method: 'PUT',
  summary: 'Like a comment',
  output: CommentLikeState,
  ...like,
})
export const unlikeComment = defineEndpoint({
  method: 'DELETE',
  summary: 'Unlike a comment',
  output: CommentLikeState,
  ...like,
})
export const pinComment = defineEndpoint({
  method: 'PUT',
  summary: "Pin a first-level comment on the viewer's post, in place of the pinned one",
  output: Comment,
  ...pin,
})
export const unpinComment = defineEndpoint({
  method: 'DELETE',
  summary: "Unpin a comment on the viewer's post",
  output: Comment,
  ...pin,
})
export const watchPost = defineEndpoint({
  method: 'PUT',
  path: '/api/posts/:id/watch',
  auth: 'user',
  summary: "Subscribe the viewer's event streams to the comments of an open post, for ten minutes",
  params: { id: PostId },
})
