import { deskActions } from '@pawtrait/contract/moderation/decisions.ts'
import { reportReasons } from '@pawtrait/contract/moderation/moderation.ts'
import { reportKinds, reportStates } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { photoWhoms } from '@pawtrait/contract/moderation/photo-requests.ts'
import { rules } from '@pawtrait/contract/moderation/rules.ts'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bit,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { comments } from '#features/comments/tables.ts'
import { photos } from '#features/media/tables.ts'
import { pets } from '#features/pets/tables.ts'
import { posts } from '#features/posts/tables.ts'
import { stories } from '#features/stories/tables.ts'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/database/columns.ts'

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
    /** What answered it; null: nothing yet. */
    decisionId: uuid('decision_id').references((): AnyPgColumn => decisions.id, { onDelete: 'set null' }),
    /** Which moderator is at it. */
    takenBy: uuid('taken_by').references((): AnyPgColumn => moderators.id, { onDelete: 'set null' }),
    /** By the form for people without an account, about whom in the photo; null: reported by an account. */
    askedFor: text('asked_for', { enum: photoWhoms }),
    /** Made by no person: what this is about was held with others, as `recent_words` call them together. */
    waveId: uuid('wave_id'),
    /** Made by no person: an upload of theirs is on the operator's list of pictures. */
    isListed: boolean('is_listed').notNull().default(false),
    /** Whichever of the five it is, also when that is gone; filled by a trigger, as `kind`. Null: of older releases. */
    subjectId: uuid('subject_id'),
    kind: text('kind', { enum: reportKinds }),
    /** 0: looked at first. */
    priority: integer('priority')
      .notNull()
      .generatedAlwaysAs(
        sql`case when reason = 'cruelty' or asked_for = 'my-child' or is_listed then 0
          when reason in ('private-details', 'harassment') then 1 else 2 end`,
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
    index('reports_of_decision').on(t.decisionId).where(sql`decision_id is not null`),
    index('reports_taken').on(t.takenBy).where(sql`taken_by is not null`),
    index('reports_of_wave').on(t.waveId, t.state).where(sql`wave_id is not null`),
    index('reports_of_subject').on(t.subjectId, t.state),
    uniqueIndex('reports_once').on(t.reporterId, sql`coalesce(user_id, pet_id, post_id, comment_id, story_id)`),
    check('reports_one', sql`num_nonnulls(${t.userId}, ${t.petId}, ${t.postId}, ${t.commentId}, ${t.storyId}) <= 1`),
  ],
)

/**
 * Pictures as they were when they were reported: their files stay while a moderator or an appeal may ask for them, also
 * when the photo was edited, taken out or deleted since. docs/decisions/0063-reports-outlive-what-they-are-about.md
 */
export const reportedPhotos = pgTable(
  'reported_photos',
  {
    id: id().defaultRandom(),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    /** What its files were called. */
    name: text('name').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    widths: integer('widths').array().notNull(),
    alt: text('alt').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    uniqueIndex('reported_photos_once').on(t.reportId, t.name),
    index('reported_photos_by_name').on(t.name),
    index('reported_photos_of_photo').on(t.photoId),
  ],
)

/** Requests by the form, also about addresses where nothing is. Deleted 30 days after the answer, 180 at most. */
export const photoRequests = pgTable(
  'photo_requests',
  {
    id: id(),
    /** Null: nothing was at that address. */
    reportId: uuid('report_id').references(() => reports.id, { onDelete: 'set null' }),
    email: text('email').notNull(),
    /** A keyed digest of the e-mail address and what was asked for: the same again is this request. */
    askedMac: text('asked_mac').notNull(),
    /** A keyed digest of the reference that was given out last. */
    referenceMac: text('reference_mac').notNull(),
    createdAt: instant('created_at').notNull(),
    answeredAt: instant('answered_at'),
  },
  (t) => [
    uniqueIndex('photo_requests_once').on(t.askedMac),
    uniqueIndex('photo_requests_reference').on(t.referenceMac),
    index('photo_requests_of_report').on(t.reportId).where(sql`report_id is not null`),
    index('photo_requests_by_age').on(t.createdAt),
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

/** Decisions about things and their owners. Erasing the owner deletes them; the log stays and names no user. */
export const decisions = pgTable(
  'decisions',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    petId: uuid('pet_id').references(() => pets.id, { onDelete: 'set null' }),
    postId: uuid('post_id').references(() => posts.id, { onDelete: 'set null' }),
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'set null' }),
    storyId: uuid('story_id').references(() => stories.id, { onDelete: 'set null' }),
    /** Kept when the thing is gone. */
    kind: text('kind', { enum: reportKinds }).notNull(),
    /** Null: decided by no person. */
    moderatorId: uuid('moderator_id').references(() => moderators.id, { onDelete: 'set null' }),
    automated: boolean('automated').notNull().default(false),
    action: text('action', { enum: deskActions }).notNull(),
    rule: text('rule', { enum: rules }),
    note: text('note').notNull(),
    until: instant('until'),
    /** The words it is about, as they were. */
    words: text('words').notNull(),
    /** How the thing stood, for the way back. */
    before: jsonb('before').notNull(),
    createdAt: instant('created_at').notNull(),
    undoneAt: instant('undone_at'),
    undoneBy: uuid('undone_by').references(() => moderators.id, { onDelete: 'set null' }),
    appealText: text('appeal_text').notNull().default(''),
    appealedAt: instant('appealed_at'),
    appealOutcome: text('appeal_outcome', { enum: ['upheld', 'overturned'] }),
    appealNote: text('appeal_note').notNull().default(''),
    judgedAt: instant('judged_at'),
    judgedBy: uuid('judged_by').references(() => moderators.id, { onDelete: 'set null' }),
    /** What was taken down is gone for good: the time for appeals is over. */
    purgedAt: instant('purged_at'),
    /** Whichever of the five it is, also when that is gone. Null: of older releases. */
    subjectId: uuid('subject_id'),
  },
  (t) => [
    index('decisions_of_owner').on(t.ownerId, t.id.desc().nullsFirst()),
    index('decisions_of_subject').on(t.subjectId, t.id.desc().nullsFirst()),
    index('decisions_of_user').on(t.userId).where(sql`user_id is not null`),
    index('decisions_of_pet').on(t.petId).where(sql`pet_id is not null`),
    index('decisions_of_post').on(t.postId).where(sql`post_id is not null`),
    index('decisions_of_comment').on(t.commentId).where(sql`comment_id is not null`),
    index('decisions_of_story').on(t.storyId).where(sql`story_id is not null`),
    index('decisions_by_moderator').on(t.moderatorId).where(sql`moderator_id is not null`),
    index('decisions_undone_by').on(t.undoneBy).where(sql`undone_by is not null`),
    index('decisions_judged_by').on(t.judgedBy).where(sql`judged_by is not null`),
    index('decisions_appealed').on(t.appealedAt).where(sql`appealed_at is not null and judged_at is null`),
    index('decisions_to_purge')
      .on(t.createdAt)
      .where(sql`action = 'take-down' and undone_at is null and purged_at is null`),
    check('decisions_rule', sql`(${t.action} = 'dismiss') = (${t.rule} is null)`),
    check('decisions_until', sql`(${t.action} = 'suspend') = (${t.until} is not null)`),
  ],
)

/** Whose reports do not come to the queue, until an instant: they reported without reason. They are not told. */
export const mutedReporters = pgTable('muted_reporters', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  until: instant('until').notNull(),
})

/** Digests of the words and first photos of new accounts, one a row, by which copies are found for two days. */
export const recentWords = pgTable(
  'recent_words',
  {
    id: id(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    postId: uuid('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    /** A digest that needs the pepper. */
    words: text('words'),
    likeness: bit('likeness', { dimensions: 119 }),
    writtenAt: instant('written_at').notNull(),
    /** The thing was held with others, which have the same id here; null: it was not. */
    waveId: uuid('wave_id'),
    subjectId: uuid('subject_id').generatedAlwaysAs(sql`coalesce(post_id, comment_id)`),
  },
  (t) => [
    index('recent_words_alike').on(t.words, t.writtenAt).where(sql`words is not null`),
    index('recent_words_by_time').on(t.writtenAt),
    index('recent_words_by_author').on(t.authorId),
    index('recent_words_of_post').on(t.postId).where(sql`post_id is not null`),
    index('recent_words_of_comment').on(t.commentId).where(sql`comment_id is not null`),
    index('recent_words_of_subject').on(t.subjectId),
    check('recent_words_one', sql`num_nonnulls(${t.postId}, ${t.commentId}) = 1`),
    check('recent_words_of_what', sql`num_nonnulls(${t.words}, ${t.likeness}) = 1`),
  ],
)

/** What moderators tell each other about what was reported. */
export const reportNotes = pgTable(
  'report_notes',
  {
    id: id(),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    moderatorId: uuid('moderator_id').references(() => moderators.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('report_notes_of_report').on(t.reportId, t.id),
    index('report_notes_by_moderator').on(t.moderatorId).where(sql`moderator_id is not null`),
  ],
)
