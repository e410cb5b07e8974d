import type { DecisionId, ReportId, UserId } from '@pawtrait/contract/ids.ts'
import type { Decision, NewDecision } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportedItemKind } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'
import { isAboutUser } from './conflict-of-interest-queries.ts'
import { moderatorUsername } from './moderator-queries.ts'

const columnAndTable: Record<ReportedItemKind, { column: SQL; table: SQL }> = {
  user: { column: sql`user_id`, table: sql`users` },
  pet: { column: sql`pet_id`, table: sql`pets` },
  post: { column: sql`post_id`, table: sql`posts` },
  comment: { column: sql`comment_id`, table: sql`comments` },
  story: { column: sql`story_id`, table: sql`stories` },
}

/** Locks the open reports of these items until the transaction ends; returns how many are locked. */
export const lockOpenReports = async (db: Db, subjects: readonly string[]): Promise<number> =>
  (
    await db.rows(sql`
      select 1 from reports where subject_id = any(${idArray(subjects)}::uuid[]) and state = 'open'
      order by id for update`)
  ).length

export type ReportedItem = { kind: ReportedItemKind; subjectId: string }

export const selectItemsWithOpenReports = (db: Db, owner: UserId) =>
  db.rows<ReportedItem>(sql`
    select distinct kind, subject_id as "subjectId" from reports
    where owner_id = ${owner} and state = 'open' and subject_id is not null order by subject_id`)

export type DecisionRow = NewDecision & {
  id: DecisionId
  owner: UserId
  kind: ReportedItemKind
  subjectId: string
  /** Id of the moderator's row in `moderators`; null for an automatic decision. */
  moderator: string | null
  words: string
  /** State of the content before the decision, as JSON. */
  before: unknown
}

export const insertDecision = (db: Db, d: DecisionRow, now: Date) => {
  const { column, table } = columnAndTable[d.kind]
  return db.rows(sql`
    insert into decisions (id, owner_id, ${column}, subject_id, kind, moderator_id, automated, action, rule, note,
      until, words, before, created_at)
    values (${d.id}, ${d.owner}, (select id from ${table} where id = ${d.subjectId}), ${d.subjectId}, ${d.kind},
      ${d.moderator}, ${d.moderator === null}, ${d.action}, ${d.rule ?? null}, ${d.note}, ${d.until ?? null},
      ${d.words}, ${JSON.stringify(d.before)}::text::jsonb, ${now.toISOString()})`)
}

export const markReportsDecided = (
  db: Db,
  subjects: readonly string[],
  decision: DecisionId,
  state: 'dismissed' | 'upheld',
) =>
  db.rows(sql`
    update reports set state = ${state}, decision_id = ${decision}, taken_by = null
    where subject_id = any(${idArray(subjects)}::uuid[]) and state = 'open'`)

/** Reopens or dismisses the reports that a decision closed. */
export const updateReportsOfDecision = (db: Db, decision: DecisionId, state: 'open' | 'dismissed') =>
  db.rows(sql`
    update reports set state = ${state}, decision_id = case when ${state} = 'open' then null else decision_id end
    where decision_id = ${decision}`)

export type ModerationStatusRow = { isBanned: boolean; until: string | null; isLimited: boolean }

/** Returns the combined effect of all decisions in force on an account. */
export const selectModerationStatus = async (db: Db, owner: UserId, now: Date): Promise<ModerationStatusRow> =>
  (await db.row<ModerationStatusRow>(sql`
    select coalesce(bool_or(action = 'ban'), false) as "isBanned",
      max(until) filter (where until > ${now.toISOString()}) as until,
      coalesce(bool_or(action = 'limit'), false) as "isLimited"
    from decisions where owner_id = ${owner} and undone_at is null`)) ?? {
    isBanned: false,
    until: null,
    isLimited: false,
  }

export type StoredDecisionRow = Omit<Decision, 'appeal'> & {
  owner: UserId
  kind: ReportedItemKind
  subjectId: string | null
  /** User id of the deciding moderator, current or former. Null for automatic decisions and erased users. */
  decidedBy: UserId | null
  words: string
  before: unknown
  appealText: string
  appealedAt: string | null
  outcome: 'upheld' | 'overturned' | null
  appealNote: string
  judgedAt: string | null
  purgedAt: string | null
}

const decisionColumns = sql`d.id, d.action, d.rule, d.note, d.until, d.created_at as at, d.automated,
  d.undone_at as "undoneAt", d.owner_id as owner, d.kind, d.subject_id as "subjectId",
  (select dm.user_id from moderators dm where dm.id = d.moderator_id) as "decidedBy", d.words, d.before,
  d.appeal_text as "appealText", d.appealed_at as "appealedAt", d.appeal_outcome as outcome,
  d.appeal_note as "appealNote", d.judged_at as "judgedAt", d.purged_at as "purgedAt",
  ${moderatorUsername('d.moderator_id')} as by`

/** Returns decisions about an item and decisions that closed its reports, newest first. */
export const selectDecisionsOfItem = (db: Db, subject: string, limit: number) =>
  db.rows<StoredDecisionRow>(sql`
    select ${decisionColumns} from decisions d
    where d.id in (select id from decisions where subject_id = ${subject}
      union select decision_id from reports where subject_id = ${subject})
    order by d.id desc limit ${limit}::int`)

export const selectDecision = (db: Db, id: DecisionId) =>
  db.row<StoredDecisionRow>(sql`select ${decisionColumns} from decisions d where d.id = ${id}`)

/** Locks a decision until the transaction ends. The caller has locked the owner of the moderated item. */
export const lockDecision = (db: Db, id: DecisionId) =>
  db.row<StoredDecisionRow>(sql`select ${decisionColumns} from decisions d where d.id = ${id} for update of d`)

/** Locks the newest automatic decision in force about an item. The caller has locked the item's owner. */
export const lockAutomaticDecision = (db: Db, subject: string) =>
  db.row<StoredDecisionRow>(sql`
    select ${decisionColumns} from decisions d where d.subject_id = ${subject} and d.automated and d.undone_at is null
    order by d.id desc limit 1 for update of d`)

export const markDecisionUndone = (db: Db, id: DecisionId, by: string | null, now: Date) =>
  db.rows(sql`update decisions set undone_at = ${now.toISOString()}, undone_by = ${by} where id = ${id}`)

/** Returns decisions about a user or their content, newest first, except dismissals of reports. */
export const selectStatements = (db: Db, owner: UserId, limit: number) =>
  db.rows<StoredDecisionRow>(sql`
    select ${decisionColumns} from decisions d where d.owner_id = ${owner} and d.action <> 'dismiss'
    order by d.id desc limit ${limit}::int`)

/** SQL of the decisions in the owner's data export. Leaves out moderators' names and dismissals of reports. */
export const exportedDecisions = (user: UserId) => sql`
  select id, created_at as "decidedAt", kind, action, rule, note, until, words, automated, undone_at as "undoneAt",
    appeal_text as "appealText", appealed_at as "appealedAt", appeal_outcome as "appealOutcome",
    appeal_note as "appealNote", judged_at as "judgedAt"
  from decisions where owner_id = ${user} and action <> 'dismiss' order by id`

/** Stores an appeal; returns undefined if the decision was undone or already appealed. */
export const markDecisionAppealed = (db: Db, id: DecisionId, text: string, now: Date) =>
  db.row(sql`
    update decisions set appeal_text = ${text}, appealed_at = ${now.toISOString()}
    where id = ${id} and appealed_at is null and undone_at is null returning 1`)

export const markAppealJudged = (
  db: Db,
  id: DecisionId,
  { outcome, note, by, now }: { outcome: 'upheld' | 'overturned'; note: string; by: string; now: Date },
) =>
  db.rows(sql`
    update decisions set appeal_outcome = ${outcome}, appeal_note = ${note}, judged_at = ${now.toISOString()},
      judged_by = ${by}
    where id = ${id}`)

/** Returns open appeals that are not about `viewer`, oldest first. */
export const selectAppeals = (db: Db, viewer: UserId, limit: number) =>
  db.rows<StoredDecisionRow & { report: ReportId | null; username: string }>(sql`
    select ${decisionColumns}, (select r.id from reports r where r.decision_id = d.id order by r.id limit 1) as report,
      u.username
    from decisions d join users u on u.id = d.owner_id
    where d.appealed_at is not null and d.judged_at is null and d.undone_at is null
      and not ${isAboutUser('d', sql`${viewer}::uuid`)}
    order by d.appealed_at limit ${limit}::int`)

/** Returns take-downs older than `before` without an open appeal, sorted by id, with ids above `after`. */
export const selectPurgeableDecisions = (db: Db, before: Date, after: string, limit: number) =>
  db.rows<{ id: DecisionId } & Pick<StoredDecisionRow, 'owner' | 'kind' | 'subjectId'>>(sql`
    select id, owner_id as owner, kind, subject_id as "subjectId" from decisions
    where action = 'take-down' and undone_at is null and purged_at is null and created_at < ${before.toISOString()}
      and (appealed_at is null or judged_at is not null) and id > ${after}
    order by id limit ${limit}::int`)

export const markDecisionPurged = (db: Db, id: DecisionId, now: Date) =>
  db.rows(sql`update decisions set purged_at = ${now.toISOString()} where id = ${id}`)

/** Returns the recipient of the mail about a decision; undefined if the account is deleted. */
export const selectDecisionRecipient = (db: Db, owner: UserId) =>
  db.row<{ username: string; email: string; timeZone: string }>(sql`
    select username, email, time_zone as "timeZone" from users where id = ${owner} and deleted_at is null`)
