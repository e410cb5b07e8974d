import type { DecisionId } from '@pawtrait/contract/ids.ts'
import type { PhotoRequestState, PhotoSubject } from '@pawtrait/contract/moderation/photo-requests.ts'
import { type SQL, sql } from 'drizzle-orm'
import { insertReportedPhotos, reportSubjects } from '#features/moderation/queries.ts'
import type { Db } from '#platform/database/db.ts'
import type { ContentUrl } from './content-url.ts'

export type AddressedContent = { type: 'post' | 'story' | 'pet' | 'user'; id: string }

/** SQL query for the content at a URL, visible or not. For a photo: the first content that shows the photo. */
const contentQueries: Record<ContentUrl['kind'], (name: string) => SQL> = {
  post: (id) => sql`select 'post' as type, id from posts where id = ${id} and deleted_at is null`,
  story: (id) => sql`select 'story' as type, id from stories where id = ${id} and taken_down_at is null`,
  pet: (slug) => sql`select 'pet' as type, id from pets where slug = ${slug} and deleted_at is null`,
  user: (name) => sql`select 'user' as type, id from users where username = ${name} and deleted_at is null`,
  photo: (name) => sql`
    select t.type, t.id from photos ph cross join lateral (
      select 1 as turn, 'post' as type, p.id from post_photos pp join posts p on p.id = pp.post_id
        where pp.photo_id = ph.id and p.deleted_at is null
      union all select 2, 'story', id from stories where photo_id = ph.id and taken_down_at is null
      union all select 3, 'pet', id from pets where portrait_id = ph.id and deleted_at is null
      union all select 4, 'user', id from users where image_name = ph.name and deleted_at is null) t
    where ph.name = ${name} order by t.turn limit 1`,
}

export const selectAddressedContent = (db: Db, { kind, name }: ContentUrl) =>
  db.row<AddressedContent>(contentQueries[kind](name))

export type PhotoRequestRow = {
  id: string
  report: string
  email: string
  askedMac: string
  referenceMac: string
  whom: PhotoSubject
  words: string
  now: string
}

const upsertRequest = ({ id, email, askedMac, referenceMac, now }: PhotoRequestRow, report: string | null) => sql`
  insert into photo_requests as p (id, report_id, email, asked_mac, reference_mac, created_at)
  values (${id}, ${report}, ${email}, ${askedMac}, ${referenceMac}, ${now})
  on conflict (asked_mac) do update set reference_mac = excluded.reference_mac, created_at = excluded.created_at,
    answered_at = null, report_id = coalesce(p.report_id, excluded.report_id)
  returning id, report_id`

/**
 * Stores a photo removal request for a URL without content. Returns its id, or the id of an identical earlier request.
 */
export const insertPhotoRequestWithoutContent = (db: Db, row: PhotoRequestRow) =>
  db.row<{ id: string }>(upsertRequest(row, null))

/**
 * Stores a photo removal request and its moderation report in one statement. A repeated request updates the earlier
 * report and reopens it.
 */
export const insertPhotoRequest = (db: Db, row: PhotoRequestRow, content: AddressedContent) => {
  const { column, select } = reportSubjects[content.type]
  return db.row<{ id: string }>(sql`
    with asked as (${upsertRequest(row, row.report)}),
    filed as (
      insert into reports (id, reason, note, asked_for, owner_id, ${column}, words, created_at)
      select asked.report_id, 'private-details', ${row.words}, ${row.whom}, s.owner, s.id, s.words,
        ${row.now}::timestamptz
      from asked cross join (${select(content.id)}) s
      on conflict (id) do update set note = excluded.note, asked_for = excluded.asked_for, words = excluded.words,
        created_at = excluded.created_at, state = 'open', decision_id = null
      returning id),
    kept as (${insertReportedPhotos(content)})
    select id from asked`)
}

// SQL condition: the content of report `r` was deleted.
const isGone = sql`coalesce(r.user_id, r.pet_id, r.post_id, r.comment_id, r.story_id) is null`

type State = PhotoRequestState['state']

/** SQL of the state of the photo removal request `p`, as its requester sees it. */
const stateColumn = sql`
  case when r.id is not null and ${isGone} then 'taken-down'
    when r.id is null or r.state = 'open' then 'waiting'
    when d.action in ('hide', 'take-down', 'ban') and d.undone_at is null then 'taken-down' else 'stays' end as state`
const requestsWithDecisions = sql`photo_requests p left join reports r on r.id = p.report_id
  left join decisions d on d.id = r.decision_id`

export const selectPhotoRequestState = (db: Db, referenceMac: string) =>
  db.row<{ state: State }>(
    sql`select ${stateColumn} from ${requestsWithDecisions} where p.reference_mac = ${referenceMac}`,
  )

export const selectPhotoRequest = (db: Db, id: string) =>
  db.row<{ email: string; state: State }>(
    sql`select p.email, ${stateColumn} from ${requestsWithDecisions} where p.id = ${id}`,
  )

/** Sets the answer time of the photo removal requests that a decision answers; null removes the time. */
export const updateRequestsAnsweredAt = (db: Db, decision: DecisionId, at: Date | null) =>
  db.rows<{ id: string }>(sql`
    update photo_requests p set answered_at = ${at?.toISOString() ?? null}::timestamptz
    from reports r where r.id = p.report_id and r.decision_id = ${decision} returning p.id`)

/**
 * Marks photo removal requests as answered if their content was deleted, because moderators need not decide about it.
 */
export const markRequestsForDeletedContentAnswered = (db: Db, now: Date) =>
  db.rows<{ id: string }>(sql`
    update photo_requests p set answered_at = ${now.toISOString()} from reports r
    where r.id = p.report_id and ${isGone} and p.answered_at is null returning p.id`)

/** Deletes old photo removal requests, and the requesters' texts in the reports. */
export const deleteOldPhotoRequests = (db: Db, before: { answered: Date; asked: Date }) =>
  db.rows(sql`
    with gone as (
      delete from photo_requests
      where answered_at < ${before.answered.toISOString()} or created_at < ${before.asked.toISOString()}
      returning report_id)
    update reports set note = '' where id in (select report_id from gone)`)
