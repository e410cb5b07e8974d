import { audiences, replyControls } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { photos } from '#features/media/tables.ts'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/database/columns.ts'

/** Unfinished posts, available to their author on every device. */
export const drafts = pgTable(
  'drafts',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    caption: text('caption').notNull(),
    place: text('place').notNull(),
    audience: text('audience', { enum: audiences }).notNull(),
    replies: text('replies', { enum: replyControls }).notNull(),
    /** Pets to tag. The server checks the right to tag them only when the post is created. */
    pets: uuid('pets').array().notNull().default(sql`'{}'`),
    /** Incremented by each change, for optimistic locking between devices. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('drafts_of_user').on(t.userId, t.updatedAt.desc().nullsFirst(), t.id.desc().nullsFirst())],
)

/** Photos of a draft in order. They are not attached to a post yet, and are swept 30 days after `added_at`. */
export const draftPhotos = pgTable(
  'draft_photos',
  {
    draftId: uuid('draft_id')
      .notNull()
      .references(() => drafts.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    alt: text('alt').notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.draftId, t.position] }),
    uniqueIndex('draft_photos_photo').on(t.photoId),
    check('draft_photos_position', sql`${t.position} between 0 and 9`),
  ],
)
