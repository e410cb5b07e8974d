import type { UserId, WaveId } from '@pawtrait/contract/ids.ts'
import type { ReportReason, ReportSubject } from '@pawtrait/contract/moderation.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db.ts'

export type Report = {
  id: string
  /** Null: no person; it is of a wave. */
  by: UserId | null
  wave?: WaveId
  subject: ReportSubject
  reason: ReportReason
  note: string
  now: Date
}

/** Where a subject stands, whose it is and its words. */
export const reportSubjects: Record<ReportSubject['type'], { column: SQL; found: (id: string) => SQL }> = {
  user: {
    column: sql`user_id`,
    found: (id) => sql`select id, id as owner, concat_ws(E'\n', username, fullname, bio) as words
      from users where id = ${id}`,
  },
  pet: {
    column: sql`pet_id`,
    found: (id) => sql`select id, (select user_id from pet_people where pet_id = pets.id
        order by role <> 'owner', created_at limit 1) as owner, concat_ws(E'\n', name, breed, bio) as words
      from pets where id = ${id}`,
  },
  post: {
    column: sql`post_id`,
    found: (id) => sql`select id, author_id as owner, concat_ws(E'\n', caption, place) as words
      from posts where id = ${id}`,
  },
  comment: {
    column: sql`comment_id`,
    found: (id) => sql`select id, author_id as owner, text as words from comments where id = ${id}`,
  },
  story: {
    column: sql`story_id`,
    found: (id) => sql`select id, author_id as owner, caption as words from stories where id = ${id}`,
  },
}

/** The words are kept as they are now: they may change before a moderator reads. Said again, it waits again. */
export const upsertReport = (db: Db, { id, by, wave, subject, reason, note, now }: Report) => {
  const { column, found } = reportSubjects[subject.type]
  return db.rows(sql`
    insert into reports (id, reporter_id, reason, note, owner_id, ${column}, words, created_at, wave_id)
    select ${id}::uuid, ${by}::uuid, ${reason}, ${note}, s.owner, s.id, s.words, ${now.toISOString()}::timestamptz,
      ${wave ?? null}::uuid
    from (${found(subject.id)}) s
    on conflict (reporter_id, coalesce(user_id, pet_id, post_id, comment_id, story_id)) do update
      set reason = excluded.reason, note = excluded.note, words = excluded.words, created_at = excluded.created_at,
        state = 'open'`)
}
