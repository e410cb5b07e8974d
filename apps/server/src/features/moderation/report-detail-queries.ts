import type { CommentId, PhotoId, ReportId, UserId } from '@pawtrait/contract/ids.ts'
import type { ReportReason } from '@pawtrait/contract/moderation/moderation.ts'
import type {
  AccountRestriction,
  ReportDetails,
  ReportedItemKind,
  ReportState,
} from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { PhotoSubject } from '@pawtrait/contract/moderation/photo-requests.ts'
import { type SQL, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import {
  isCommentVisible,
  isPetVisible,
  isPostVisible,
  isStoryVisible,
  isUserVisible,
} from '#features/blocks/visibility.sql.ts'
import type { Db } from '#platform/database/db.ts'
import { isAboutUser } from './conflict-of-interest-queries.ts'
import { reportedPhotosSql } from './queries.ts'
import { isReporterMuted } from './report-queue-queries.ts'

export type ReportRow = {
  id: ReportId
  state: ReportState
  kind: ReportedItemKind
  subjectId: string
  ownerId: UserId | null
  words: string
}

/** Returns a report; undefined if it is about `moderator`. The reported content may already be deleted. */
export const selectReport = (db: Db, id: ReportId, moderator: UserId) =>
  db.row<ReportRow>(sql`
    select r.id, r.state, r.subject_id as "subjectId", r.owner_id as "ownerId", r.words, r.kind
    from reports r
    where r.id = ${id} and r.subject_id is not null and not ${isAboutUser('r', sql`${moderator}::uuid`)}`)

/** A rendering of a reported photo. `id`: the photo's id; `name`: media name of the rendering's files. */
export type ReportedPhoto = {
  id: PhotoId
  width: number
  height: number
  alt: string
  name: string
  widths: number[]
}
export type ReportedContentRow = {
  words: string
  isPublic: boolean
  /** True if the author deleted the content: its row will be purged. False after a mere take-down. */
  isGone: boolean
  /** Last part of the content's URL path: a username, a slug or an id. */
  place: string
  /** Id of the comment if the reported content is a comment. */
  comment: CommentId | null
  under: ReportDetails['under']
  photos: ReportedPhoto[]
}

const photos = (kind: ReportedItemKind, id: string) => {
  const { from, alt, position } = reportedPhotosSql[kind](id)
  return sql`coalesce((select json_agg(json_build_object('id', ph.id, 'width', ph.width, 'height', ph.height,
    'alt', ${alt}, 'name', ph.name, 'widths', ph.widths) order by ${position}) from ${from}), '[]') as photos`
}

const EXCERPT = 280
const excerptJson = (by: SQL, words: SQL) =>
  sql`json_build_object('by', ${by}, 'words', btrim(left(${words}, ${EXCERPT}::int)))`

const isGone = (of: SQL) => sql`${of}.deleted_at is not null and ${of}.taken_down_at is null as "isGone"`

/** SQL of the reported content: current text, URL, photos, and whether it is public. Ignores visibility rules. */
const contentQueries: Record<ReportedItemKind, (id: string, now: Date) => SQL> = {
  user: (id) => sql`
    select concat_ws(E'\n', u.username, u.fullname, u.bio) as words, u.username as place, null as comment,
      null as under, ${isUserVisible(null, 'u')} as "isPublic", u.deleted_at is not null as "isGone",
      ${photos('user', id)}
    from users u where u.id = ${id}`,
  pet: (id) => sql`
    select concat_ws(E'\n', p.name, p.breed, p.bio) as words, p.slug as place, null as comment, null as under,
      ${isPetVisible(null, 'p')} as "isPublic", ${isGone(sql`p`)}, ${photos('pet', id)}
    from pets p where p.id = ${id}`,
  post: (id) => sql`
    select concat_ws(E'\n', p.caption, nullif(p.place, '')) as words, p.id as place, null as comment, null as under,
      ${isPostVisible(null, 'p', 'a')} as "isPublic", ${isGone(sql`p`)}, ${photos('post', id)}
    from posts p join users a on a.id = p.author_id where p.id = ${id}`,
  comment: (id) => sql`
    select c.text as words, c.post_id as place, c.id as comment, ${isGone(sql`c`)}, ${photos('comment', id)},
      json_build_object('post', ${excerptJson(sql`a.username`, sql`p.caption`)}, 'answers', (
        select ${excerptJson(sql`ba.username`, sql`b.text`)} from comments b left join users ba on ba.id = b.author_id
        where b.id = c.parent_id)) as under,
      coalesce(${isCommentVisible(null, 'c', 'ca')} and ${isPostVisible(null, 'p', 'a')}, false) as "isPublic"
    from comments c left join users ca on ca.id = c.author_id join posts p on p.id = c.post_id
      join users a on a.id = p.author_id
    where c.id = ${id}`,
  story: (id, now) => sql`
    select s.caption as words, s.id as place, null as comment, null as under,
      ${isStoryVisible(null, 's', 'a', now)} as "isPublic", false as "isGone", ${photos('story', id)}
    from stories s join users a on a.id = s.author_id where s.id = ${id}`,
}

export const selectReportedContent = (db: Db, { kind, subjectId }: Pick<ReportRow, 'kind' | 'subjectId'>, now: Date) =>
  db.row<ReportedContentRow>(contentQueries[kind](subjectId, now))

export type ContentReportRow = {
  id: ReportId
  reason: ReportReason
  note: string
  words: string
  state: ReportState
  at: string
  form: PhotoSubject | null
  byId: UserId | null
  username: string | null
  upheld: number
  dismissed: number
  muted: boolean
}

/** Returns up to `limit` reports of an item, newest first, each with the outcomes of its reporter's other reports. */
export const selectReportsOfContent = (db: Db, subject: string, limit: number, now: Date) =>
  db.rows<ContentReportRow>(sql`
    select r.id, r.reason, r.note, btrim(r.words, E'\n ') as words, r.state,
      r.created_at as at, r.asked_for as form, u.id as "byId", u.username, ended.upheld, ended.dismissed,
      ${isReporterMuted('r', now)} as muted
    from reports r left join users u on u.id = r.reporter_id
      cross join lateral (
        select count(*) filter (where e.state = 'upheld')::int as upheld,
          count(*) filter (where e.state = 'dismissed')::int as dismissed
        from reports e where e.reporter_id = r.reporter_id and e.id <> r.id) ended
    where r.subject_id = ${subject} order by r.created_at desc, r.id desc limit ${limit}::int`)

export type OwnerRow = {
  id: UserId
  username: string
  fullname: string
  joinedAt: string
  posts: number
  upheld: number
  standing: v.InferOutput<typeof AccountRestriction>
}

export const selectOwner = (db: Db, user: UserId) =>
  db.row<OwnerRow>(sql`
    select id, username, fullname, created_at as "joinedAt", post_count as posts,
      (select count(distinct subject_id)::int from reports r
        where r.owner_id = users.id and r.state = 'upheld') as upheld,
      json_build_object('state', case when deleted_at is not null then 'leaving'
        when state = 'suspended' then case when suspended_until is null then 'banned' else 'suspended' end
        when is_limited then 'limited' else 'open' end, 'until', suspended_until) as standing
    from users where id = ${user}`)
