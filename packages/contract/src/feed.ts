import * as v from 'valibot'
import { Comment } from './comments.ts'
import { defineEndpoint } from './endpoint.ts'
import { CommentId, NotificationId, OrderId, PostId, StoryId, UserId } from './ids.ts'
import { Count, Cursor, pageQuery } from './lists.ts'
import { FeedLimit } from './payments/premium.ts'
import { Post } from './posts.ts'

/** A post in the feed with its newest first-level comments (at most 4, oldest first). */
export const FeedPost = v.object({ ...Post.entries, comments: v.array(Comment) })
export type FeedPost = v.InferOutput<typeof FeedPost>

/**
 * A page of the feed. Above the daily limit, it contains only the viewer's own posts and posts that were already
 * delivered on this day. If the limit removes all posts of a page, its cursor is the cursor of the request. So the
 * viewer can continue on the next day. On the first page, it is a cursor before the newest post.
 */
export const FeedPage = v.object({ posts: v.array(FeedPost), cursor: v.nullable(Cursor), limit: FeedLimit })
export type FeedPage = v.InferOutput<typeof FeedPage>

/** The viewer's own posts, posts of followed users, and posts that tag followed pets: each once, newest first. */
export const getFeed = defineEndpoint({
  method: 'GET',
  path: '/api/feed',
  auth: 'user',
  summary: "List the posts of the viewer's feed, newest first",
  query: pageQuery,
  output: FeedPage,
})

/** Messages of the event stream; `type` is the name of the event. */
export const LiveMessage = v.variant('type', [
  /** A new post belongs in the viewer's feed. */
  v.object({
    type: v.literal('post-arrived'),
    postId: PostId,
    authorId: v.string(),
    username: v.string(),
    /** Undefined in messages from servers before 0.2.0. */
    fullname: v.optional(v.string()),
    image: v.nullable(v.string()),
  }),
  /** A post was deleted, or is no longer visible to the viewer. */
  v.object({ type: v.literal('post-left'), postId: PostId }),
  /** The photos of one of the viewer's posts are ready, or one of these photos failed. */
  v.object({ type: v.literal('post-ready'), postId: PostId }),
  /** A new comment under a post that the viewer has open. The viewer may have written it. */
  v.object({ type: v.literal('comment-arrived'), postId: PostId, commentId: CommentId, authorId: UserId }),
  /** A comment under an open post was edited, pinned or unpinned. The client must refetch the comment. */
  v.object({ type: v.literal('comment-changed'), postId: PostId, commentId: CommentId }),
  /** A comment under an open post was deleted. `gone` says who deleted it, for the placeholder above the replies. */
  v.object({
    type: v.literal('comment-left'),
    postId: PostId,
    commentId: CommentId,
    parentId: v.nullable(CommentId),
    rootId: v.nullable(CommentId),
    gone: v.picklist(['by-author', 'by-post-author', 'by-moderator']),
  }),
  /** A story was published by the viewer, or by a user in the viewer's story row. */
  v.object({ type: v.literal('story-arrived'), storyId: StoryId, authorId: UserId }),
  /** A story was removed. Sent to viewers who have the story in their story row, or have just opened it. */
  v.object({ type: v.literal('story-left'), storyId: StoryId, authorId: UserId }),
  /** An order of the viewer has changed. The client must refetch the order. */
  v.object({ type: v.literal('order'), orderId: OrderId }),
  /** The viewer's notifications have changed. `id` is the new notification, if there is one. */
  v.object({ type: v.literal('notification'), unread: Count, id: v.optional(NotificationId) }),
  /** Messages may be missing. The client must refetch everything on screen. */
  v.object({ type: v.literal('resync') }),
  /** All missed messages were sent. A client that reconnects with the id of this event misses no messages. */
  v.object({ type: v.literal('caught-up') }),
])
export type LiveMessage = v.InferOutput<typeof LiveMessage>

export const openEventStream = defineEndpoint({
  method: 'GET',
  path: '/api/events',
  auth: 'user',
  summary: "Open the viewer's stream of live events (server-sent events)",
  query: {
    /** The viewer of the rendered page. A query parameter, because EventSource cannot send `VIEWER_HEADER`. */
    viewer: v.optional(UserId),
    /** Id of the last event received. A query parameter, because a new EventSource cannot send `Last-Event-ID`. */
    lastEventId: v.optional(v.pipe(v.string(), v.maxLength(60))),
  },
  answers: 'text/event-stream',
})
