import { audiences } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { StoredStoryComposition } from '#features/media/stage/photo-stage.ts'
import { photos } from '#features/media/tables.ts'
import { pets } from '#features/pets/tables.ts'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/database/columns.ts'

/** Stories: photos shown for 24 hours. The id begins with the time `posted_at`. */
export const stories = pgTable(
  'stories',
  {
    id: id(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    caption: text('caption').notNull(),
    alt: text('alt').notNull(),
    /** Layout of photo, text and name plate on the stage; null for a photo that is shown without a stage. */
    composition: jsonb('composition').$type<StoredStoryComposition>(),
    audience: text('audience', { enum: audiences }).notNull(),
    allowsReplies: boolean('allows_replies').notNull().default(true),
    /** True once the photo is ready. Until then only the author sees the story. */
    isReady: boolean('is_ready').notNull(),
    viewCount: integer('view_count').notNull().default(0),
    pawCount: integer('paw_count').notNull().default(0),
    postedAt: instant('posted_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Time when moderators took the story down: hidden from all, but kept while an appeal may restore it. */
    takenDownAt: instant('taken_down_at'),
  },
  (t) => [
    uniqueIndex('stories_photo').on(t.photoId),
    index('stories_by_author').on(t.authorId, t.id.desc().nullsFirst()),
    index('stories_by_end').on(t.expiresAt),
    check('stories_counts', sql`${t.viewCount} >= 0 and ${t.pawCount} >= 0`),
  ],
)

export const storyPets = pgTable(
  'story_pets',
  {
    storyId: uuid('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    petId: uuid('pet_id')
      .notNull()
      .references(() => pets.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.storyId, t.petId] }), index('story_pets_of_pet').on(t.petId)],
)

/** Views of a story, shown to its author only. */
export const storyViews = pgTable(
  'story_views',
  {
    storyId: uuid('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    viewedAt: instant('viewed_at').notNull(),
    pawedAt: instant('pawed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.storyId, t.userId] }),
    index('story_views_newest').on(t.storyId, t.viewedAt.desc().nullsFirst(), t.userId.desc().nullsFirst()),
    index('story_views_by_user').on(t.userId),
  ],
)

/** Replies to stories, readable by sender and recipient only. */
export const storyReplies = pgTable(
  'story_replies',
  {
    id: id(),
    /** Null after the story is deleted; the reply remains. */
    storyId: uuid('story_id').references(() => stories.id, { onDelete: 'set null' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The author of the story, who received the reply. */
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('story_replies_of_story').on(t.storyId, t.id),
    index('story_replies_by_author').on(t.authorId),
    index('story_replies_to').on(t.recipientId, t.id),
  ],
)

/** Highlights: stories that a pet's page shows even after their 24 hours. */
export const storyHighlights = pgTable(
  'story_highlights',
  {
    petId: uuid('pet_id')
      .notNull()
      .references(() => pets.id, { onDelete: 'cascade' }),
    storyId: uuid('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    keptAt: instant('kept_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.petId, t.storyId] }), index('story_highlights_of_story').on(t.storyId)],
)
