import { moderatorActions } from '@pawtrait/contract/moderation/decisions.ts'
import { reportReasons } from '@pawtrait/contract/moderation/moderation.ts'
import { reportedItemKinds, reportStates } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { photoSubjects } from '@pawtrait/contract/moderation/photo-requests.ts'
import { houseRules } from '@pawtrait/contract/moderation/rules.ts'
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

/** Users' reports to moderators. Reported users never learn who the reporter is. */
export const reports = pgTable(
  'reports',
  {
    id: id(),
    /** Null for automatic reports, for reporters without an account, and after the reporter was erased. */
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'set null' }),
    reason: text('reason', { enum: reportReasons }).notNull(),
    note: text('note').notNull(),
    /** Owner of the reported content; null after the owner was erased. */
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    petId: uuid('pet_id').references(() => pets.id, { onDelete: 'set null' }),
    postId: uuid('post_id').references(() => posts.id, { onDelete: 'set null' }),
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'set null' }),
    storyId: uuid('story_id').references(() => stories.id, { onDelete: 'set null' }),
    /** Text of the content when it was reported. Its author may change it later. */
    words: text('words').notNull(),
    createdAt: instant('created_at').notNull(),
    state: text('state', { enum: reportStates }).notNull().default('open'),
    /** The decision that closed the report; null while the report is open. */
    decisionId: uuid('decision_id').references((): AnyPgColumn => decisions.id, { onDelete: 'set null' }),
    takenBy: uuid('taken_by').references((): AnyPgColumn => moderators.id, { onDelete: 'set null' }),
    /** Who is in the photo, from the form for requesters without an account. Null for all other reports. */
    askedFor: text('asked_for', { enum: photoSubjects }),
    /** Id of the spam wave in `recent_words` that caused the report; null if there is none. */
    waveId: uuid('wave_id'),
    /** True if an automatic report was filed because an upload is on the operator's hash list. */
    isListed: boolean('is_listed').notNull().default(false),
    /** Id of the content, set by a trigger together with `kind`; kept after deletion. Null in rows of old releases. */
    subjectId: uuid('subject_id'),
    kind: text('kind', { enum: reportedItemKinds }),
    /** Urgency of the report; 0 is the most urgent. */
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
 * Renderings of reported photos at the time of the report. They remain when the photo is edited or deleted, also for
 * appeals. docs/decisions/0063-reports-keep-evidence.md
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
    /** Media name of the photo at the time of the report. */
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

/** Requests from the form to take a photo down. Deleted 30 days after the answer, or 180 days without an answer. */
export const photoRequests = pgTable(
  'photo_requests',
  {
    id: id(),
    /** Null if there was no content at the address. */
    reportId: uuid('report_id').references(() => reports.id, { onDelete: 'set null' }),
    email: text('email').notNull(),
    /** Keyed digest of e-mail address and content. A repeated request has the same digest and updates this row. */
    askedMac: text('asked_mac').notNull(),
    /** Keyed digest of the newest reference number that the requester received. */
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

/** Current and former moderators. The log and decisions refer to these rows. An erased user's row has no user id. */
export const moderators = pgTable(
  'moderators',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Moderators may not decide about admins. */
    role: text('role', { enum: ['moderator', 'admin'] }).notNull(),
    addedAt: instant('added_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (t) => [uniqueIndex('moderators_once').on(t.userId).where(sql`removed_at is null`)],
)

/** Decisions about content and its owners. Erasing an owner deletes these rows; the log remains, without usernames. */
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
    /** Kind of the content. It remains set after the content is deleted. */
    kind: text('kind', { enum: reportedItemKinds }).notNull(),
    /** Null if the decision is automatic, or the row of the moderator was erased. */
    moderatorId: uuid('moderator_id').references(() => moderators.id, { onDelete: 'set null' }),
    automated: boolean('automated').notNull().default(false),
    action: text('action', { enum: moderatorActions }).notNull(),
    rule: text('rule', { enum: houseRules }),
    note: text('note').notNull(),
    until: instant('until'),
    /** Text of the content at the time of the decision. */
    words: text('words').notNull(),
    /** State of the content before the decision. Undoing the decision restores it. */
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
    /** Time when the content was permanently deleted, after the appeal period. */
    purgedAt: instant('purged_at'),
    /** Id of the content, even after its deletion. Null in rows from an older release. */
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

/** Reporters muted after unjustified reports. The queue omits their reports for a time; they are not notified. */
export const mutedReporters = pgTable('muted_reporters', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  until: instant('until').notNull(),
})

/** Fingerprints of texts and first photos by new accounts, one per row. They are kept for two days to detect copies. */
export const recentWords = pgTable(
  'recent_words',
  {
    id: id(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    postId: uuid('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    /** Keyed digest of the text; the key is the pepper. */
    words: text('words'),
    likeness: bit('likeness', { dimensions: 119 }),
    writtenAt: instant('written_at').notNull(),
    /** Id of the spam wave that led to hiding the content; null if the content was not hidden for this reason. */
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
