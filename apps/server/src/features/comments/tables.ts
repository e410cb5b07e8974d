import { sql } from 'drizzle-orm'
import { type AnyPgColumn, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { posts } from '#features/posts/tables.ts'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/columns.ts'

/** What people say under a post. `parent_id`: the comment of the first level that this one answers. */
export const comments = pgTable(
  'comments',
  {
    id: id(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    parentId: uuid('parent_id').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
    editedAt: instant('edited_at'),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('comments_of_post').on(t.postId, t.id),
    // The newest of the first level are read for every post of a feed: answers, which are newer, are not walked over.
    index('comments_first_level').on(t.postId, t.id).where(sql`parent_id is null`),
    index('comments_of_parent').on(t.parentId, t.id),
    index('comments_by_author').on(t.authorId, t.id),
  ],
)
