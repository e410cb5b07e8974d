import type { SpamWaveId, UserId } from '@pawtrait/contract/ids.ts'
import type { ReportReason, ReportSubject } from '@pawtrait/contract/moderation/moderation.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

export type Report = {
  id: string
  /** The reporter. Null for automatic reports, which are about spam waves or uploads on the operator's hash list. */
  by: UserId | null
  wave?: SpamWaveId
  isListed?: boolean
  subject: ReportSubject
  reason: ReportReason
  note: string
  now: Date
}

/** For each type of reported item: its id column in `reports`, and SQL of the item's owner and text. */
export const reportSubjects: Record<ReportSubject['type'], { column: SQL; select: (id: string) => SQL }> = {
  user: {
    column: sql`user_id`,
    select: (id) => sql`select id, id as owner, concat_ws(E'\n', username, fullname, bio) as words
      from users where id = ${id}`,
  },
  pet: {
    column: sql`pet_id`,
    select: (id) => sql`select id, (select user_id from pet_people where pet_id = pets.id
        order by role <> 'owner', created_at limit 1) as owner, concat_ws(E'\n', name, breed, bio) as words
      from pets where id = ${id}`,
  },
  post: {
    column: sql`post_id`,
    select: (id) => sql`select id, author_id as owner, concat_ws(E'\n', caption, place) as words
      from posts where id = ${id}`,
  },
  comment: {
    column: sql`comment_id`,
    select: (id) => sql`select id, author_id as owner, text as words from comments where id = ${id}`,
  },
  story: {
    column: sql`story_id`,
    select: (id) => sql`select id, author_id as owner, caption as words from stories where id = ${id}`,
  },
}

type PhotosSql = { from: SQL; alt: SQL; position: SQL }
const selectOnePhoto = (where: SQL, alt = sql`''`): PhotosSql => ({
  from: sql`photos ph where ${where}`,
  alt,
  position: sql`0`,
})

/** For each type of reported item: SQL of its photos (alias `ph`), their alt texts and their order. */
export const reportedPhotosSql: Record<ReportSubject['type'], (id: string) => PhotosSql> = {
  user: (id) => selectOnePhoto(sql`ph.name = (select image_name from users where id = ${id})`),
  pet: (id) => selectOnePhoto(sql`ph.id = (select portrait_id from pets where id = ${id})`),
  post: (id) => ({
    from: sql`post_photos pp join photos ph on ph.id = pp.photo_id where pp.post_id = ${id}`,
    alt: sql`pp.alt`,
    position: sql`pp.position`,
  }),
  comment: () => selectOnePhoto(sql`false`),
  story: (id) => ({
    from: sql`stories s join photos ph on ph.id = s.photo_id where s.id = ${id}`,
    alt: sql`s.alt`,
    position: sql`0`,
  }),
}

/** SQL that copies the item's photo rows into the report (CTE `filed`). Waits for a running photo edit to commit. */
export const insertReportedPhotos = ({ type, id }: { type: ReportSubject['type']; id: string }) => {
  const { from, alt, position } = reportedPhotosSql[type](id)
  return sql`
    insert into reported_photos (report_id, photo_id, name, width, height, widths, alt, position)
    select (select id from filed), ph.id, ph.name, ph.width, ph.height, ph.widths, ${alt}, ${position} from ${from}
      and ph.state = 'ready' and ph.deleted_at is null and exists (select 1 from filed)
    for share of ph
    on conflict (report_id, name) do nothing`
}

/** Files a report with copies of the content, which may change. A repeated report reopens the earlier one. */
export const upsertReport = (db: Db, { id, by, wave, isListed = false, subject, reason, note, now }: Report) => {
  const { column, select } = reportSubjects[subject.type]
  return db.rows(sql`
    with filed as (
      insert into reports (id, reporter_id, reason, note, owner_id, ${column}, words, created_at, wave_id,
        is_listed)
      select ${id}::uuid, ${by}::uuid, ${reason}, ${note}, s.owner, s.id, s.words, ${now.toISOString()}::timestamptz,
        ${wave ?? null}::uuid, ${isListed}::boolean
      from (${select(subject.id)}) s
      on conflict (reporter_id, coalesce(user_id, pet_id, post_id, comment_id, story_id)) do update
        set reason = excluded.reason, note = excluded.note, words = excluded.words, created_at = excluded.created_at,
          state = 'open'
      returning id)
    ${insertReportedPhotos(subject)}`)
}
