import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { APPEAL_DAYS } from '@pawtrait/contract/moderation/decisions.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { ReportedPhoto } from './report-detail-queries.ts'

/** Returns all renderings that reports of an item contain, without duplicates. */
export const selectReportedPhotos = (db: Db, subject: string) =>
  db.rows<ReportedPhoto>(sql`
    select k.id, k.width, k.height, k.alt, k.name, k.widths from (
      select distinct on (rp.name) rp.* from reported_photos rp join reports r on r.id = rp.report_id
      where r.subject_id = ${subject} order by rp.name, r.created_at desc) k
    order by k.position, k.name`)

/** Returns photos of an item that were reported and later deleted. */
export const selectDeletedReportedPhotos = async (db: Db, subject: string): Promise<PhotoId[]> =>
  (
    await db.rows<{ id: PhotoId }>(sql`
      select distinct ph.id from reported_photos rp join reports r on r.id = rp.report_id
        join photos ph on ph.id = rp.photo_id
      where r.subject_id = ${subject} and ph.deleted_at is not null order by ph.id`)
  ).map(({ id }) => id)

// Days until reported photos are deleted after a dismissal. Until then, a moderator can correct a mistake.
const DISMISSED_DAYS = 7

type Rendering = { name: string; width: number; height: number }

/** Deletes copied photo rows of decided reports after their retention period, and returns their renderings. */
export const deleteReportedPhotos = (db: Db, now: Date, limit: number) =>
  db.rows<Rendering>(sql`
    delete from reported_photos where id in (
      select rp.id from reported_photos rp join reports r on r.id = rp.report_id
        left join decisions d on d.id = r.decision_id
      where r.state <> 'open' and (d.appealed_at is null or d.judged_at is not null)
        and coalesce(d.created_at, '-infinity') < ${now.toISOString()}::timestamptz
          - make_interval(days =>
            case r.state when 'dismissed' then ${DISMISSED_DAYS}::int else ${APPEAL_DAYS}::int end)
      order by rp.id limit ${limit}::int)
    returning name, width, height`)

/** Erases texts and content ids in reports about an erased owner, and deletes moderators' notes on these reports. */
export const eraseReportTexts = (db: Db, owner: UserId) =>
  db.rows(sql`
    with blank as (update reports set words = '', subject_id = null where owner_id = ${owner} returning id)
    delete from report_notes where report_id in (select id from blank)`)
