import type { DecisionId, ReportId, SpamWaveId, UserId } from '@pawtrait/contract/ids.ts'
import type { ModeratorAction } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportReason } from '@pawtrait/contract/moderation/moderation.ts'
import type { ReportedItemKind, ReportState } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { isAboutModerator, isAboutUser } from './conflict-of-interest-queries.ts'
import { moderatorUsername } from './moderator-queries.ts'

export type QueueRow = {
  id: ReportId
  kind: ReportedItemKind
  reason: ReportReason
  state: ReportState
  reports: number
  trusted: boolean
  excerpt: string
  takenBy: string | null
  priority: number
  at: string
  ownerId: UserId | null
  username: string | null
  fullname: string | null
  wave: { id: SpamWaveId; size: number } | null
  decided: { id: DecisionId; action: ModeratorAction; by: string | null; at: string } | null
}

// Maximum length of the text in a queue row.
const EXCERPT = 140

// Only automatic reports store a spam wave id. The query therefore searches all reports about the content for an id.
const inWave = sql`w.subject_id = r.subject_id and w.state = r.state and w.wave_id`
const waveOf = (viewer: UserId) => sql`(select json_build_object('id', w.wave_id, 'size', (
    select count(distinct o.subject_id)::int from reports o
    where o.wave_id = w.wave_id and o.state = w.state and not ${isAboutUser('o', sql`${viewer}::uuid`)}))
  from reports w where ${inWave} is not null limit 1)`

/** SQL condition: the reporter of `report` (an alias of reports) is muted. */
export const isReporterMuted = (report: 'r' | 'o', now: Date) => sql`exists (select 1 from muted_reporters mr
  where mr.user_id = ${sql.raw(report)}.reporter_id and mr.until > ${now.toISOString()}::timestamptz)`

/** SQL condition: the queue shows the report. Muting a reporter does not hide reports about moderators. */
export const isReportInQueue = (report: 'r' | 'o', now: Date) =>
  sql`(not ${isReporterMuted(report, now)} or ${isAboutModerator(report)})`

// SQL condition: report `r` is open, and its content has a trusted reporter. Moderators have upheld more reports by a
// trusted reporter than they have dismissed.
const isTrusted = (now: Date) => sql`(r.state = 'open' and exists (
  select 1 from reports o cross join lateral (
    select count(*) filter (where e.state = 'upheld') as upheld,
      count(*) filter (where e.state = 'dismissed') as dismissed
    from reports e where e.reporter_id = o.reporter_id) record
  where o.subject_id = r.subject_id and o.state = 'open' and ${isReportInQueue('o', now)} and upheld > dismissed))`

const selectQueueRows = (query: { where: SQL; order: SQL; limit: number; now: Date; viewer: UserId }) => sql`
  select r.id, r.kind, r.reason, r.state, r.priority, r.created_at as at, r.owner_id as "ownerId",
    u.username, u.fullname, ${moderatorUsername('r.taken_by')} as "takenBy",
    btrim(left(r.words, ${EXCERPT}::int), E'\n ') as excerpt,
    ${waveOf(query.viewer)} as wave, ${isTrusted(query.now)} as trusted,
    (select count(*)::int from reports n where n.subject_id = r.subject_id and n.state = r.state) as reports,
    case when d.id is not null then json_build_object('id', d.id, 'action', d.action, 'at', d.created_at,
      'by', ${moderatorUsername('d.moderator_id')}) end as decided
  from reports r left join users u on u.id = r.owner_id
    left join decisions d on d.id = r.decision_id and r.state <> 'open'
  where r.subject_id is not null and not ${isAboutUser('r', sql`${query.viewer}::uuid`)} and ${query.where}
  order by ${query.order} limit ${query.limit}::int`

const matchesFilter = ({
  kind,
  reason,
  by,
  wave,
  owner,
  trusted,
  now,
}: Omit<QueueFilter, 'limit' | 'viewer'>) => sql`${kind ? sql`r.kind = ${kind}` : sql`true`}
  and ${reason ? sql`r.reason = ${reason}` : sql`true`} and ${by ? sql`r.taken_by = ${by}` : sql`true`}
  and ${wave ? sql`exists (select 1 from reports w where ${inWave} = ${wave})` : sql`true`}
  and ${owner ? sql`r.owner_id = ${owner}` : sql`true`} and ${trusted ? isTrusted(now) : sql`true`}`

// SQL condition: the report is the first open one about its content. The queue shows no other report about it.
const isFirstOpenReport = (
  now: Date,
) => sql`r.state = 'open' and r.owner_id is not null and ${isReportInQueue('r', now)} and not exists (
  select 1 from reports o where o.subject_id = r.subject_id and o.state = 'open' and ${isReportInQueue('o', now)}
    and (o.priority, o.id) < (r.priority, r.id))`

export type QueueKey = { priority: number; id: string }
/** Filter of the queue. `by`: moderator who is assigned to an open report, or has decided a closed one. */
export type QueueFilter = {
  /** The moderator who reads the queue. The queue omits reports about this moderator. */
  viewer: UserId
  kind: ReportedItemKind | undefined
  reason: ReportReason | undefined
  by: string | undefined
  now: Date
  wave: SpamWaveId | undefined
  owner: UserId | undefined
  trusted: '1' | undefined
  limit: number
}

/** Returns open reports after a cursor, one per reported item. The most urgent come first, then the oldest. */
export const selectOpenReports = (db: Db, after: QueueKey | undefined, { limit, viewer, ...filter }: QueueFilter) => {
  const { now } = filter
  const isAfterCursor = after ? sql`(r.priority, r.id) > (${after.priority}::int, ${after.id}::uuid)` : sql`true`
  const where = sql`${isFirstOpenReport(now)} and ${matchesFilter(filter)} and ${isAfterCursor}`
  return db.rows<QueueRow>(selectQueueRows({ where, order: sql`r.priority, r.id`, limit, now, viewer }))
}

// SQL condition: the report is the first one that its decision closed. The queue shows no other report of the decision.
const isFirstOfDecision = sql`not exists (select 1 from reports o where o.decision_id = r.decision_id
  and o.state <> 'open' and o.subject_id is not null and (o.priority, o.id) < (r.priority, r.id))`

/** Returns decided reports, one row per decision, newest first. With `by`, only decisions of this moderator. */
export const selectDecidedReports = (db: Db, before: string, { limit, by, viewer, ...filter }: QueueFilter) => {
  const isByModerator = by ? sql`d.moderator_id = ${by}` : sql`true`
  const where = sql`d.id < ${before}::uuid and ${isFirstOfDecision} and ${isByModerator}
    and ${matchesFilter({ ...filter, by: undefined })}`
  return db.rows<QueueRow>(selectQueueRows({ where, order: sql`d.id desc`, limit, now: filter.now, viewer }))
}

type QueueReader = Pick<QueueFilter, 'limit' | 'now' | 'viewer'>

/** Returns open reports of other content of the same owner, most urgent first. */
export const selectOtherReportsOfOwner = (db: Db, report: ReportId, { limit, now, viewer }: QueueReader) => {
  const where = sql`${isFirstOpenReport(now)} and (r.owner_id, true) = (select t.owner_id, t.subject_id <> r.subject_id
    from reports t where t.id = ${report})`
  return db.rows<QueueRow>(selectQueueRows({ where, order: sql`r.priority, r.id`, limit, now, viewer }))
}
