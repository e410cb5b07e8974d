import type { ReportId, UserId } from '@pawtrait/contract/ids.ts'
import type { ReportReason } from '@pawtrait/contract/moderation.ts'
import type { ReportKind, ReportState } from '@pawtrait/contract/moderation-desk.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db.ts'

export type QueueRow = {
  id: ReportId
  kind: ReportKind
  reason: ReportReason
  state: ReportState
  reports: number
  excerpt: string
  priority: number
  at: string
  ownerId: UserId | null
  username: string | null
  fullname: string | null
}

// Nothing longer fits into a line of the desk.
const EXCERPT = 140

/** What a report is about, as one word. `r`: the report. */
const kindOf = sql`case when r.user_id is not null then 'user' when r.pet_id is not null then 'pet'
  when r.post_id is not null then 'post' when r.comment_id is not null then 'comment' else 'story' end`

const line = (how: { where: SQL; order: SQL; most: number }) => sql`
  select r.id, ${kindOf} as kind, r.reason, r.state, r.priority, r.created_at as at, r.owner_id as "ownerId",
    u.username, u.fullname, btrim(left(r.words, ${EXCERPT}::int), E'\n ') as excerpt,
    (select count(*)::int from reports n where n.subject_id = r.subject_id and n.state = r.state) as reports
  from reports r left join users u on u.id = r.owner_id
  where r.subject_id is not null and ${how.where} order by ${how.order} limit ${how.most}::int`

const columns: Record<ReportKind, SQL> = {
  user: sql`r.user_id`,
  pet: sql`r.pet_id`,
  post: sql`r.post_id`,
  comment: sql`r.comment_id`,
  story: sql`r.story_id`,
}
const ofKind = (kind: ReportKind | undefined) => (kind ? sql`${columns[kind]} is not null` : sql`true`)

// Of several reports of one thing, the one that stands first.
const leads = sql`r.state = 'open' and not exists (select 1 from reports o
  where o.subject_id = r.subject_id and o.state = 'open' and (o.priority, o.id) < (r.priority, r.id))`

export type QueueKey = { priority: number; id: string }
export type QueuePart = { kind: ReportKind | undefined; most: number }

/** Open reports, one for each thing: most urgent first, then oldest; after a key. */
export const selectOpenReports = (db: Db, after: QueueKey | undefined, { kind, most }: QueuePart) => {
  const behind = after ? sql`(r.priority, r.id) > (${after.priority}::int, ${after.id}::uuid)` : sql`true`
  const where = sql`${leads} and ${ofKind(kind)} and ${behind}`
  return db.rows<QueueRow>(line({ where, order: sql`r.priority, r.id`, most }))
}

/** Decided reports, newest first. */
export const selectDecidedReports = (db: Db, before: string, { kind, most }: QueuePart) => {
  const where = sql`r.state <> 'open' and ${ofKind(kind)} and r.id < ${before}::uuid`
  return db.rows<QueueRow>(line({ where, order: sql`r.id desc`, most }))
}

/** What else of the owner of a report's thing waits, most urgent first. */
export const selectAlsoReported = (db: Db, report: ReportId, most: number) => {
  const where = sql`${leads} and (r.owner_id, true) = (select t.owner_id, t.subject_id <> r.subject_id
    from reports t where t.id = ${report})`
  return db.rows<QueueRow>(line({ where, order: sql`r.priority, r.id`, most }))
}
