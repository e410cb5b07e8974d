import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { posts } from '#features/posts/tables.ts'
import { users } from '#features/users/tables.ts'
import { instant } from '#platform/database/columns.ts'

export const likes = pgTable(
  'likes',
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
    index('likes_newest').on(t.postId, t.createdAt.desc().nullsFirst(), t.userId.desc().nullsFirst()),
    index('likes_by_user').on(t.userId, t.createdAt.desc().nullsFirst(), t.postId.desc().nullsFirst()),
  ],
)
