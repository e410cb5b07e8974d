import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { posts } from '#features/posts/tables.ts'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/database/columns.ts'

export const saves = pgTable(
  'saves',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.userId] }),
    index('saves_by_user').on(t.userId, t.createdAt.desc().nullsFirst(), t.postId.desc().nullsFirst()),
  ],
)

export const collections = pgTable(
  'collections',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('collections_name').on(t.userId, sql`lower(${t.name})`)],
)

/** Posts of collections. Unsaving a post removes it from all collections of the user. */
export const collectionPosts = pgTable(
  'collection_posts',
  {
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.collectionId, t.postId] }),
    index('collection_posts_newest').on(t.collectionId, t.createdAt.desc().nullsFirst(), t.postId.desc().nullsFirst()),
    index('collection_posts_of_post').on(t.postId),
  ],
)
