import { audiences, replyControls } from '@pawtrait/contract/posts.ts'
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
import { photos } from '#features/media/tables.ts'
import { pets } from '#features/pets/tables.ts'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/database/columns.ts'

/** Posts. Each id begins with the time `posted_at`, so lists are sorted and paginated by id alone. */
export const posts = pgTable(
  'posts',
  {
    id: id(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    caption: text('caption').notNull(),
    place: text('place').notNull(),
    plainCaption: text('plain_caption').notNull().generatedAlwaysAs(sql`plain(caption)`),
    plainPlace: text('plain_place').notNull().generatedAlwaysAs(sql`plain(place)`),
    audience: text('audience', { enum: audiences }).notNull(),
    replies: text('replies', { enum: replyControls }).notNull().default('everyone'),
    /** True once every photo is ready. Until then only the author sees the post. */
    isReady: boolean('is_ready').notNull(),
    likeCount: integer('like_count').notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
    postedAt: instant('posted_at').notNull(),
    editedAt: instant('edited_at'),
    archivedAt: instant('archived_at'),
    /** Time when the author pinned the post. An author pins at most one post, neither archived nor deleted. */
    pinnedAt: instant('pinned_at'),
    deletedAt: instant('deleted_at'),
    /** Time when a moderator hid the post. A hidden post is archived, and its author cannot unarchive it. */
    hiddenAt: instant('hidden_at'),
    /** Time when a moderator took the post down. The row is soft-deleted, but kept while an appeal can restore it. */
    takenDownAt: instant('taken_down_at'),
  },
  (t) => [
    index('posts_by_author').on(t.authorId, t.id.desc().nullsFirst()),
    uniqueIndex('posts_pinned').on(t.authorId).where(sql`pinned_at is not null`),
    index('posts_archived')
      .on(t.authorId, t.archivedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`archived_at is not null`),
    index('posts_search')
      .using('gin', sql`search_keys(post_cell(${t.id}), ${t.plainCaption}, ${t.plainPlace})`)
      .where(sql`deleted_at is null`),
    check('posts_counts', sql`${t.likeCount} >= 0 and ${t.commentCount} >= 0`),
  ],
)

export const postPhotos = pgTable(
  'post_photos',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    alt: text('alt').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.position] }),
    uniqueIndex('post_photos_photo').on(t.photoId),
    check('post_photos_position', sql`${t.position} between 0 and 9`),
  ],
)

export const postPets = pgTable(
  'post_pets',
  {
    petId: uuid('pet_id')
      .notNull()
      .references(() => pets.id, { onDelete: 'cascade' }),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** Copy of the pet's species, maintained by triggers. */
    species: text('species').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.petId, t.postId] }),
    index('post_pets_of_post').on(t.postId),
    index('post_pets_by_species').on(t.species, t.postId.desc().nullsFirst()),
  ],
)

/** The newest post of each author, in any state; set by triggers (docs/decisions/0032-newest-post-of-a-source.md). */
export const authorNewestPosts = pgTable('author_newest_posts', {
  authorId: uuid('author_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  postId: uuid('post_id').notNull(),
})

/** The newest post of each pet, set by triggers like `authorNewestPosts`. */
export const petNewestPosts = pgTable('pet_newest_posts', {
  petId: uuid('pet_id')
    .primaryKey()
    .references(() => pets.id, { onDelete: 'cascade' }),
  postId: uuid('post_id').notNull(),
})

/** Counters of a pet's published posts, per author and audience. A reader's count includes only posts they may see. */
export const petPostCounts = pgTable(
  'pet_post_counts',
  {
    petId: uuid('pet_id')
      .notNull()
      .references(() => pets.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    audience: text('audience', { enum: audiences }).notNull(),
    posts: integer('posts').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.petId, t.authorId, t.audience] }),
    index('pet_post_counts_of_author').on(t.authorId),
  ],
)

/** Hashtags of a caption, in lower case without `#`. */
export const postTags = pgTable(
  'post_tags',
  {
    tag: text('tag').notNull(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    // Database triggers update the tag counters: docs/decisions/0028-tag-and-place-counters.md
    /** True if the post is public. Set by triggers. */
    isListed: boolean('is_listed').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.tag, t.postId] }),
    index('post_tags_of_post').on(t.postId),
    index('post_tags_search').using('gin', sql`plain(${t.tag}) gin_trgm_ops, short_parts(plain(${t.tag}))`),
  ],
)

/** Posts with captions that a job must parse again, because a migration changed where tags end. */
export const postsToRetag = pgTable('posts_to_retag', {
  postId: uuid('post_id')
    .primaryKey()
    .references(() => posts.id, { onDelete: 'cascade' }),
})

/** Places of posts, normalised for search. Spellings that differ only in case or accents are one place. */
export const postPlaces = pgTable(
  'post_places',
  {
    place: text('place').notNull(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    isListed: boolean('is_listed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.place, t.postId] }), uniqueIndex('post_places_of_post').on(t.postId)],
)

/** Counters of a tag or place. Search sorts by them. */
const counts = () => ({
  /** Sort key for equal counts. Begins with the time of first use, rounded to about 50 days; the rest is arbitrary. */
  id: uuid('id').notNull(),
  /** Number of posts in any state and audience. */
  uses: integer('uses').notNull(),
  /** Number of public posts. */
  posts: integer('posts').notNull(),
})

export const tagCounts = pgTable(
  'tag_counts',
  {
    tag: text('tag').primaryKey(),
    plainTag: text('plain_tag').notNull().generatedAlwaysAs(sql`plain(tag)`),
    ...counts(),
  },
  (t) => [
    index('tag_counts_search').using('gin', sql`search_keys(search_cell(${t.posts}, ${t.id}), ${t.plainTag}, '')`),
    index('tag_counts_by_plain').on(
      sql`${t.plainTag} collate "C"`,
      t.posts.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('tag_counts_most_used').on(t.posts.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
)

export const placeCounts = pgTable('place_counts', { place: text('place').primaryKey(), ...counts() }, (t) => [
  index('place_counts_search').using('gin', sql`search_keys(search_cell(${t.posts}, ${t.id}), ${t.place}, '')`),
  index('place_counts_by_plain').on(sql`${t.place} collate "C"`, t.posts.desc().nullsFirst(), t.id.desc().nullsFirst()),
  index('place_counts_most_used').on(t.posts.desc().nullsFirst(), t.id.desc().nullsFirst()),
])

/** Edit history of posts: the version before each edit. Only the author can see it. */
export const postEdits = pgTable(
  'post_edits',
  {
    id: id(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [index('post_edits_of_post').on(t.postId, t.id.desc().nullsFirst())],
)
