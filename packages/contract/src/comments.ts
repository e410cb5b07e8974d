import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { CommentId, PostId } from './ids.ts'
import { Count, Cursor, page, Time } from './lists.ts'
import { longest, Text } from './text.ts'
import { UserCard } from './users.ts'

/** A comment; `text` is empty and `author` null once it was deleted but has answers. */
export const Comment = v.object({
  id: CommentId,
  postId: PostId,
  /** The comment of the first level that this one answers. */
  parentId: v.nullable(CommentId),
  author: v.nullable(UserCard),
  text: v.string(),
  createdAt: Time,
  editedAt: v.nullable(Time),
  deleted: v.boolean(),
  replyCount: Count,
  mine: v.boolean(),
  /** The viewer may delete it: their own, or anybody's under their post. */
  deletableByMe: v.boolean(),
})
export type Comment = v.InferOutput<typeof Comment>

/** Oldest first. `parent` lists the answers to one comment. `commentCount` is the post's. */
export const CommentPage = v.object({ comments: v.array(Comment), cursor: v.nullable(Cursor), commentCount: Count })
export type CommentPage = v.InferOutput<typeof CommentPage>

const CommentText = v.pipe(Text(longest.comment), v.minLength(1, 'Say something first.'))
const one = { path: '/api/comments/:id', auth: 'user', params: { id: CommentId } } as const

export const getComments = endpoint({
  method: 'GET',
  path: '/api/posts/:id/comments',
  auth: 'anyone',
  summary: 'Comments of a post, oldest first; `parent` for the answers to one',
  params: { id: PostId },
  query: { ...page, parent: v.optional(CommentId) },
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
