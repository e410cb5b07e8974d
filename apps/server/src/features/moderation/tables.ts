import { reportReasons } from '@pawtrait/contract/moderation.ts'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { comments } from '#features/comments/tables.ts'
import { pets } from '#features/pets/tables.ts'
import { posts } from '#features/posts/tables.ts'
import { stories } from '#features/stories/tables.ts'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/columns.ts'

/** Something a moderator should look at. Who reported is told to nobody. */
export const reports = pgTable(
  'reports',
  {
    id: id(),
    /** Null: somebody who is gone. */
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'set null' }),
    reason: text('reason', { enum: reportReasons }).notNull(),
    note: text('note').notNull(),
    /** Whose it is that was reported; null: somebody who is gone. */
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    petId: uuid('pet_id').references(() => pets.id, { onDelete: 'set null' }),
    postId: uuid('post_id').references(() => posts.id, { onDelete: 'set null' }),
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'set null' }),
    storyId: uuid('story_id').references(() => stories.id, { onDelete: 'set null' }),
    /** The words as the reporter saw them: they may be changed before a moderator reads. */
    words: text('words').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('reports_by_reporter').on(t.reporterId, t.createdAt),
    index('reports_of_owner').on(t.ownerId),
    index('reports_of_user').on(t.userId).where(sql`user_id is not null`),
    index('reports_of_pet').on(t.petId).where(sql`pet_id is not null`),
    index('reports_of_post').on(t.postId).where(sql`post_id is not null`),
    index('reports_of_comment').on(t.commentId).where(sql`comment_id is not null`),
    index('reports_of_story').on(t.storyId).where(sql`story_id is not null`),
    uniqueIndex('reports_once').on(t.reporterId, sql`coalesce(user_id, pet_id, post_id, comment_id, story_id)`),
    check('reports_one', sql`num_nonnulls(${t.userId}, ${t.petId}, ${t.postId}, ${t.commentId}, ${t.storyId}) <= 1`),
  ],
)
