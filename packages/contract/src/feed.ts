import * as v from 'valibot'
import { Comment } from './comments.ts'
import { endpoint } from './endpoint.ts'
import { CommentId, NotificationId, OrderId, PostId, StoryId, UserId } from './ids.ts'
import { Count, Cursor, page } from './lists.ts'
import { FeedLimit } from './payments/premium.ts'
import { Post } from './posts.ts'

/** A post in the feed, with its newest comments of the first level (at most 4, oldest first). */
export const FeedPost = v.object({ ...Post.entries, comments: v.array(Comment) })
export type FeedPost = v.InferOutput<typeof FeedPost>

/**
 * At the day's limit what was delivered before and own posts still come; a page of nothing but new posts is empty and
 * its cursor is the one it was asked with (one before the newest, when there was none), to go on when the day
 * turns.
 */
export const FeedPage = v.object({ posts: v.array(FeedPost), cursor: v.nullable(Cursor), limit: FeedLimit })
export type FeedPage = v.InferOutput<typeof FeedPage>

/** Own posts, those of followed users and those that tag followed pets, each once, newest first. */
export const getFeed = endpoint({
  method: 'GET',
  path: '/api/feed',
  auth: 'user',
  summary: 'My feed, newest first',
  query: page,
  output: FeedPage,
})

/** What a live stream carries; the event's name is `type`. */
export const LiveMessage = v.variant('type', [
  /** A post arrived that belongs in the viewer's feed. */
  v.object({
    type: v.literal('post-arrived'),
    postId: PostId,
    authorId: v.string(),
    username: v.string(),
    image: v.nullable(v.string()),
  }),
  /** A post left, or may be seen no more. */
  v.object({ type: v.literal('post-left'), postId: PostId }),
  /** One's own post: its photos are ready, or one failed. */
  v.object({ type: v.literal('post-ready'), postId: PostId }),
  /** Somebody, maybe oneself, commented on a post that the viewer has open. */
  v.object({ type: v.literal('comment-arrived'), postId: PostId, commentId: CommentId, authorId: UserId }),
  /** A comment under a post that the viewer has open was edited, pinned or unpinned: read it again. */
  v.object({ type: v.literal('comment-changed'), postId: PostId, commentId: CommentId }),
  /** A comment under a post that the viewer has open was deleted; `gone` is said in its place if it has answers. */
  v.object({
    type: v.literal('comment-left'),
    postId: PostId,
    commentId: CommentId,
    parentId: v.nullable(CommentId),
    rootId: v.nullable(CommentId),
    gone: v.picklist(['by-author', 'by-post-author', 'by-moderator']),
  }),
  /** A story was published: of somebody whose stories come to the viewer, or one's own. */
  v.object({ type: v.literal('story-arrived'), storyId: StoryId, authorId: UserId }),
  /** A story that came to the viewer, or that they have just opened, was taken down. */
  v.object({ type: v.literal('story-left'), storyId: StoryId, authorId: UserId }),
  /** One's own order changed: read it again. */
  v.object({ type: v.literal('order'), orderId: OrderId }),
  /** One's notifications changed: how many are unread now, and the line that came, when one did. */
  v.object({ type: v.literal('notification'), unread: Count, id: v.optional(NotificationId) }),
  /** Messages may have been missed: read again what is on screen. */
  v.object({ type: v.literal('resync') }),
  /** All until here has been told: whoever comes back with the id of this event misses nothing. */
  v.object({ type: v.literal('caught-up') }),
])
export type LiveMessage = v.InferOutput<typeof LiveMessage>

export const events = endpoint({
  method: 'GET',
  path: '/api/events',
  auth: 'user',
  summary: 'What happens, live (server-sent events)',
  query: {
    /** Whom the page was drawn for: a browser's event stream sends no header of ours. */
    viewer: v.optional(UserId),
    /** The id of the newest event had, as `Last-Event-ID`, for a stream that a browser opens anew. */
    lastEventId: v.optional(v.pipe(v.string(), v.maxLength(60))),
  },
  answers: 'text/event-stream',
})
