import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { posts } from '#features/posts/tables.ts'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/database/columns.ts'

/** Comments under posts. They form a tree: `parent_id` is the comment to which a comment replies. */
export const comments = pgTable(
  'comments',
  {
    id: id(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** Null after erasure of the author's account; the row is then an empty tombstone. */
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    parentId: uuid('parent_id').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    /** The first-level comment of the thread; null for a first-level comment. */
    rootId: uuid('root_id').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    depth: integer('depth').notNull().default(0),
    text: text('text').notNull(),
    likeCount: integer('like_count').notNull().default(0),
    /**
     * Number of undeleted replies by active users, counted by triggers. A first-level comment counts its whole thread,
     * a reply only its direct replies.
     */
    replyCount: integer('reply_count').notNull().default(0),
    pinnedAt: instant('pinned_at'),
    createdAt: instant('created_at').notNull(),
    editedAt: instant('edited_at'),
    deletedAt: instant('deleted_at'),
    /** Taken down by moderators: deleted for all readers, but the text is kept while an appeal may restore it. */
    takenDownAt: instant('taken_down_at'),
    /** The post's author, if they deleted another user's comment. Null otherwise, and after that author is erased. */
    deletedBy: uuid('deleted_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('comments_of_post').on(t.postId, t.id),
    // Index for the feed: finds the newest first-level comments of a post without reading replies.
    index('comments_first_level').on(t.postId, t.id).where(sql`parent_id is null`),
    index('comments_of_parent').on(t.parentId, t.id),
    index('comments_of_root').on(t.rootId, t.id),
    index('comments_by_author').on(t.authorId, t.id),
    index('comments_by_deleter').on(t.deletedBy).where(sql`deleted_by is not null`),
    uniqueIndex('comments_pinned').on(t.postId).where(sql`pinned_at is not null`),
    check('comments_author', sql`${t.authorId} is not null or ${t.deletedAt} is not null`),
    check('comments_counts', sql`${t.likeCount} >= 0 and ${t.depth} >= 0`),
  ],
)

export const commentLikes = pgTable(
  'comment_likes',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.commentId, t.userId] }), index('comment_likes_by_user').on(t.userId, t.createdAt)],
)
