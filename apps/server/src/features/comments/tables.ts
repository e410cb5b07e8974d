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

/** What people say under a post: a tree. `parent_id`: the comment that this one answers. */
export const comments = pgTable(
  'comments',
  {
    id: id(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** Null: of somebody whose account was erased, and nothing but the place of what they said. */
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    parentId: uuid('parent_id').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    /** The comment of the first level above this one; null: it is one. */
    rootId: uuid('root_id').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    /** 0: of the first level. */
    depth: integer('depth').notNull().default(0),
    text: text('text').notNull(),
    likeCount: integer('like_count').notNull().default(0),
    /** Answers with words by people who are there, in its thread; deeper, those to it alone. Kept by triggers. */
    replyCount: integer('reply_count').notNull().default(0),
    /** Put on top by the post's author. */
    pinnedAt: instant('pinned_at'),
    createdAt: instant('created_at').notNull(),
    editedAt: instant('edited_at'),
    deletedAt: instant('deleted_at'),
    /** By moderators: deleted for everybody, but its words are kept while an appeal may bring them back. */
    takenDownAt: instant('taken_down_at'),
    /** Null: its own author, or somebody who is gone. */
    deletedBy: uuid('deleted_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('comments_of_post').on(t.postId, t.id),
    // The newest of the first level are read for every post of a feed: answers, which are newer, are not scanned.
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
