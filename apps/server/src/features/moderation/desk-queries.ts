import type { DecisionId, ReportId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { isAboutModerator, isAboutUser } from './conflict-of-interest-queries.ts'
import { moderatorUsername } from './moderator-queries.ts'
import { isReportInQueue } from './report-queue-queries.ts'

export const updateReportAssignee = (db: Db, subject: string, moderator: string | null) =>
  db.rows(sql`update reports set taken_by = ${moderator} where subject_id = ${subject} and state = 'open'`)

export const selectAssignee = async (db: Db, subject: string): Promise<string | null> =>
  (
    await db.row<{ name: string | null }>(sql`
      select ${moderatorUsername('taken_by')} as name from reports
      where subject_id = ${subject} and state = 'open' and taken_by is not null limit 1`)
  )?.name ?? null

type NewNote = { id: string; report: ReportId; moderator: string; text: string; now: Date }
export type NoteRow = { by: string | null; text: string; at: string }

export const insertReportNote = (db: Db, n: NewNote) =>
  db.row<NoteRow>(sql`
    insert into report_notes (id, report_id, moderator_id, text, created_at)
    values (${n.id}, ${n.report}, ${n.moderator}, ${n.text}, ${n.now.toISOString()})
    returning ${moderatorUsername('moderator_id')} as by, text, created_at as at`)

type NoteOnDecision = Omit<NewNote, 'report'> & { decision: DecisionId }

/** Adds a note to the oldest report that the decision closed. Does nothing if no such report exists any more. */
export const insertNoteOnDecision = (db: Db, n: NoteOnDecision) =>
  db.rows(sql`
    insert into report_notes (id, report_id, moderator_id, text, created_at)
    select ${n.id}::uuid, r.id, ${n.moderator}::uuid, ${n.text}, ${n.now.toISOString()}::timestamptz
    from reports r where r.decision_id = ${n.decision} order by r.id limit 1`)

/** Returns moderators' notes about an item, oldest first. */
export const selectReportNotesOfItem = (db: Db, subject: string, limit: number) =>
  db.rows<NoteRow>(sql`
    select ${moderatorUsername('moderator_id')} as by, n.text, n.created_at as at
    from report_notes n join reports r on r.id = n.report_id where r.subject_id = ${subject}
    order by n.id limit ${limit}::int`)

export type DeskSummaryRow = {
  open: number
  mine: number
  appeals: number
  oldestAt: string | null
  usualMinutes: number | null
}

type DeskModerator = { id: string; user: UserId }

/**
 * Returns the counts of the moderation desk. `usualMinutes`: median time from a report to its decision, in the last 30
 * days. Leaves out reports about `user`.
 */
export const selectDeskSummary = async (db: Db, { id, user }: DeskModerator, now: Date): Promise<DeskSummaryRow> =>
  (await db.row<DeskSummaryRow>(sql`
    with waiting as (
      select distinct on (subject_id) taken_by, created_at from reports r
      where state = 'open' and subject_id is not null and owner_id is not null and ${isReportInQueue('r', now)}
        and not ${isAboutUser('r', sql`${user}::uuid`)}
      order by r.subject_id, r.created_at)
    select count(*)::int as open, (count(*) filter (where taken_by = ${id}))::int as mine,
      (select count(*)::int from decisions d
        where d.appealed_at is not null and d.judged_at is null and d.undone_at is null
          and not ${isAboutUser('d', sql`${user}::uuid`)}) as appeals,
      min(created_at) filter (where taken_by is null) as "oldestAt",
      (select round(percentile_cont(0.5) within group (
          order by extract(epoch from d.created_at - r.created_at) / 60))::int
        from decisions d join reports r on r.decision_id = d.id
        where d.created_at > ${now.toISOString()}::timestamptz - interval '30 days'
          and r.created_at <= d.created_at and not ${isAboutUser('d', sql`${user}::uuid`)}) as "usualMinutes"
    from waiting`)) ?? { open: 0, mine: 0, appeals: 0, oldestAt: null, usualMinutes: null }

export type ReporterRow = {
  id: UserId
  /** True if the reporter has ever reported `viewer`. */
  hasReportedViewer: boolean
  /** True if the reporter has ever reported a current moderator or admin. */
  hasReportedTeam: boolean
}

/** Returns the reporter of a report that `viewer` may see; undefined if the reporter had no account. */
export const selectReporter = (db: Db, report: ReportId, viewer: UserId) =>
  db.row<ReporterRow>(sql`
    select r.reporter_id as id,
      exists (select 1 from reports o
        where o.reporter_id = r.reporter_id and ${isAboutUser('o', sql`${viewer}::uuid`)}) as "hasReportedViewer",
      exists (select 1 from reports o
        where o.reporter_id = r.reporter_id and ${isAboutModerator('o')}) as "hasReportedTeam"
    from reports r
    where r.id = ${report} and r.reporter_id is not null and r.subject_id is not null
      and not ${isAboutUser('r', sql`${viewer}::uuid`)}`)

export const upsertMutedReporter = (db: Db, user: UserId, until: Date) =>
  db.rows(sql`
    insert into muted_reporters (user_id, until) values (${user}, ${until.toISOString()})
    on conflict (user_id) do update set until = excluded.until`)

export const deleteMutedReporter = (db: Db, user: UserId) =>
  db.rows(sql`delete from muted_reporters where user_id = ${user}`)

export const deleteExpiredMutes = (db: Db, now: Date) =>
  db.rows(sql`delete from muted_reporters where until <= ${now.toISOString()}`)
