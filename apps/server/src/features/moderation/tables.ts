import { reportReasons } from '@pawtrait/contract/moderation.ts'
import { reportStates } from '@pawtrait/contract/moderation-desk.ts'
import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { comments } from '#features/comments/tables.ts'
import { pets } from '#features/pets/tables.ts'
import { posts } from '#features/posts/tables.ts'
import { stories } from '#features/stories/tables.ts'
import { users } from '#features/users/tables.ts'
import { bytes, id, instant } from '#platform/columns.ts'

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
    state: text('state', { enum: reportStates }).notNull().default('open'),
    /** Whichever of the five it is; null: gone. */
    subjectId: uuid('subject_id').generatedAlwaysAs(sql`coalesce(user_id, pet_id, post_id, comment_id, story_id)`),
    /** 0: looked at first. */
    priority: integer('priority')
      .notNull()
      .generatedAlwaysAs(
        sql`case reason when 'cruelty' then 0 when 'private-details' then 1 when 'harassment' then 1 else 2 end`,
      ),
  },
  (t) => [
    index('reports_by_reporter').on(t.reporterId, t.createdAt),
    index('reports_of_owner').on(t.ownerId),
    index('reports_of_user').on(t.userId).where(sql`user_id is not null`),
    index('reports_of_pet').on(t.petId).where(sql`pet_id is not null`),
    index('reports_of_post').on(t.postId).where(sql`post_id is not null`),
    index('reports_of_comment').on(t.commentId).where(sql`comment_id is not null`),
    index('reports_of_story').on(t.storyId).where(sql`story_id is not null`),
    index('reports_waiting').on(t.priority, t.id).where(sql`state = 'open' and subject_id is not null`),
    index('reports_decided').on(t.id).where(sql`state <> 'open'`),
    index('reports_of_subject').on(t.subjectId, t.state),
    uniqueIndex('reports_once').on(t.reporterId, sql`coalesce(user_id, pet_id, post_id, comment_id, story_id)`),
    check('reports_one', sql`num_nonnulls(${t.userId}, ${t.petId}, ${t.postId}, ${t.commentId}, ${t.storyId}) <= 1`),
  ],
)

/** Who moderates, or did: the log and decisions name these rows, which name nobody once a user is erased. */
export const moderators = pgTable(
  'moderators',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** An admin is no moderator's to act on. */
    role: text('role', { enum: ['moderator', 'admin'] }).notNull(),
    addedAt: instant('added_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (t) => [uniqueIndex('moderators_once').on(t.userId).where(sql`removed_at is null`)],
)

/**
 * What moderators did, only added to: triggers number the rows, chain each to the one before, and refuse all else.
 * docs/decisions/0057-the-desk-and-its-log.md
 */
export const moderationLog = pgTable('moderation_log', {
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  /** JSON as it was written; the hash is of these letters. */
  entry: text('entry').notNull(),
  /** SHA-256 of the hash before in hex, the number and the entry, a line each. */
  hash: bytes('hash').notNull(),
})

/** The newest row of the log at the end of each day, signed with the pepper; only added to. */
export const moderationLogHeads = pgTable('moderation_log_heads', {
  day: date('day', { mode: 'string' }).primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: bytes('hash').notNull(),
  signature: text('signature').notNull(),
})
