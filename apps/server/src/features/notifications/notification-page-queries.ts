import type {
  CommentId,
  DecisionId,
  InviteId,
  NotificationId,
  PostId,
  StoryId,
  UserId,
} from '@pawtrait/contract/ids.ts'
import type { Notification, NotificationType } from '@pawtrait/contract/notifications.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isPetVisible } from '#features/blocks/visibility.sql.ts'
import { urlEpoch } from '#features/media/url-epoch.sql.ts'
import type { PhotoFilesRow } from '#features/media/view.ts'
import type { PetCardRow } from '#features/pets/view.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import { compileStatement } from '#platform/database/compile-statement.ts'
import { MAX_ID, type TimedKey } from '#platform/database/cursor.ts'
import type { Db } from '#platform/database/db.ts'
import { NEW_OWNER_GROUP_PREFIX } from './notification-actor-queries.ts'
import {
  FIRST_SCAN_LIMIT,
  isActorCommentVisible,
  MAX_UNREAD,
  SCAN_LIMIT,
  unreadNotifications,
  visibleNotifications,
  visibleUserIds,
} from './visible-notifications.sql.ts'

export type NotificationPageQuery = {
  user: UserId
  /** Null selects all types. */
  types: readonly NotificationType[] | null
  after: TimedKey | undefined
  limit: number
  now: Date
}

export type ActorRow = UserCardRow & { followedByMe: boolean }

type ShownPhoto = { photo: PhotoFilesRow | null; alt: string | null }

export type PostRow = ShownPhoto & { id: PostId; mine: boolean; petName: string | null }

export type NotificationRow = {
  id: NotificationId
  type: NotificationType
  updatedAt: string
  unread: boolean
  named: UserId[] | null
  actorCount: number
  postId: PostId | null
  comment: { id: CommentId; text: string } | null
  pet: PetCardRow | null
  day: string | null
  inviteId: InviteId | null
  decisionId: DecisionId | null
  decision: Notification['decision']
  asOwner: boolean
  story: (ShownPhoto & { id: StoryId }) | null
  storyReply: string | null
}

// Only the newest 100 actors of a notification are checked for visibility. Older actors are counted without a check.
const MAX_ACTORS_CHECKED = 100
const MAX_NAMED_ACTORS = 2
const EXCERPT_LENGTH = 200

const actors = sql`
  select n.id as line, n.type, na.actor_id, na.at, na.comment_id from page n cross join lateral (
    select * from notification_actors where notification_id = n.id order by at desc, actor_id desc
    limit ${MAX_ACTORS_CHECKED}::int) na`

const newestVisible = (column: 'actor_id' | 'comment_id') =>
  sql`(array_agg(${sql.raw(column)} order by at desc, actor_id desc) filter (where there))`

const summariseActors = sql`
  select line, count(*)::int as looked, (count(*) filter (where there))::int as there,
    ${newestVisible('actor_id')}[1 : ${MAX_NAMED_ACTORS}::int] as named, ${newestVisible('comment_id')}[1] as said
  from (select na.*, na.actor_id in (select id from actors_there) and ${isActorCommentVisible(sql`na.type`)} as there
    from actors na offset 0) na
  group by line`

const actorCount = sql`case when h.looked < ${MAX_ACTORS_CHECKED}::int then h.there
  else greatest(n.actor_count, ${MAX_ACTORS_CHECKED}::int) - ${MAX_ACTORS_CHECKED}::int + h.there end`

// Uses a scalar subquery: with `exists`, the planner reads all follows of the viewer, even to check a few users.
const selectNamedUsers = (viewer: SQL) => sql`
  select json_build_object('id', au.id, 'username', au.username, 'fullname', au.fullname, 'imageName', au.image_name,
    'followedByMe', (select true from follows f where f.follower_id = ${viewer} and f.followee_id = au.id) is true)
  from users au where au.id = any(array(select distinct unnest(named) from heard))`

const photoJson = sql`json_build_object('name', ph.name, 'widths', ph.widths, 'isPublic', ph.is_public,
  'epoch', ${urlEpoch('ph')})`

const selectPosts = (viewer: SQL) => sql`
  select json_build_object('id', p.id, 'mine', p.author_id = ${viewer}, 'alt', pp.alt,
    'photo', case when ph.id is not null then ${photoJson} end,
    'petName', (select t.name from post_pets x join pets t on t.id = x.pet_id
      where x.post_id = p.id and ${isPetVisible(viewer, 't')} order by t.id limit 1))
  from posts_there p left join post_photos pp on pp.post_id = p.id and pp.position = 0
    left join photos ph on ph.id = pp.photo_id
  where p.id in (select post_id from page)`

const petJson = sql`
  select json_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'species', t.species, 'breed', t.breed,
    'birthday', case when t.died_on is null then t.birthday end, 'backdrop', t.backdrop, 'portraitName', ph.name) as pet
  from pets t left join photos ph on ph.id = t.portrait_id where t.id = n.pet_id`

const storyJson = sql`
  select json_build_object('id', st.id, 'alt', st.alt, 'photo', ${photoJson}) as story
  from stories st join photos ph on ph.id = st.photo_id where st.id = coalesce(n.story_id, sr.story_id)`

const commentJson = sql`
  select json_build_object('id', c.id, 'text', left(c.text, ${EXCERPT_LENGTH}::int))
  from comments c where c.id = coalesce(h.said, n.comment_id)`

// Third part of a decision's group key: `undone`, `judged` (an appeal was decided), or another value (new decision).
const decisionJson = sql`
  select json_build_object('what', case split_part(n.group_key, ':', 3) when 'judged' then d.appeal_outcome
    when 'undone' then 'undone' else 'decided' end, 'action', d.action, 'kind', d.kind, 'automated', d.automated)
  from decisions d where d.id = n.decision_id`

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
const formatIsoTime = (at: SQL) => sql`to_char(${at} at time zone 'UTC', ${ISO})`

const notificationRows = sql`
  select n.id, n.type, ${formatIsoTime(sql`n.updated_at`)} as "updatedAt", n.read_at is null as unread,
    n.invite_id as "inviteId", n.decision_id as "decisionId", (${decisionJson}) as decision,
    n.group_key like ${`${NEW_OWNER_GROUP_PREFIX}%`}
      or exists (select 1 from pet_invites i where i.id = n.invite_id and i.role = 'owner') as "asOwner",
    array_to_json(h.named) as named, coalesce(${actorCount}, 0) as "actorCount", n.post_id as "postId", pt.pet,
    case when n.type = 'birthday' then right(n.group_key, 10) end as day,
    so.story, left(sr.text, ${EXCERPT_LENGTH}::int) as "storyReply", (${commentJson}) as comment
  from page n left join heard h on h.line = n.id left join story_replies sr on sr.id = n.story_reply_id
    left join lateral (${petJson}) pt on true left join lateral (${storyJson}) so on true
  order by n.updated_at desc, n.id desc`

/** A page with the unread count. `last`: last scanned notification, if the page is not full and more may follow. */
export type NotificationPageRow = {
  lines: NotificationRow[]
  people: ActorRow[]
  posts: PostRow[]
  last: TimedKey | null
  unread: number
}

type Values = {
  user: UserId
  now: string
  /** Notification types as a PostgreSQL array literal; null for all. */
  types: string | null
  at: string
  id: string
  limit: number
  /** Maximum numbers of rows to scan: `listed` for the page, `unread` for the unread count. */
  listed: number
  unread: number
}

type Placeholders = { [Name in keyof Values]: SQL }

const selectWindow = ({ user, at, id }: Placeholders, columns: SQL, more: SQL) => sql`
  select ${columns} from notifications
  where user_id = ${user} and (updated_at, id) < (${at}::timestamptz, ${id}::uuid)
  order by updated_at desc, id desc ${more}`

const scannedNotifications = (placeholders: Placeholders) => sql`
  (select w.*, true as listed from (${selectWindow(placeholders, sql`*`, sql`limit ${SCAN_LIMIT}::int`)}) w
    where ${placeholders.types}::text[] is null or w.type = any(${placeholders.types}::text[])
    order by w.updated_at desc, w.id desc limit ${placeholders.listed}::int)
  union all select u.*, false from (${unreadNotifications(placeholders.user, placeholders.unread)}) u`

const lastScanned = (placeholders: Placeholders) => sql`
  select json_build_object('id', id, 'at', ${formatIsoTime(sql`updated_at`)})
  from (${selectWindow(placeholders, sql`id, updated_at`, sql`offset ${SCAN_LIMIT - 1}::int limit 1`)}) w`

const countScanned = (rows: SQL) => sql`
  select count(*) filter (where listed) as listed, count(*) filter (where not listed) as unread from ${rows}`

const pageStatement = compileStatement<Values>(
  ['user', 'now', 'types', 'at', 'id', 'limit', 'listed', 'unread'],
  (placeholders) => {
    const { user, now, limit, listed, unread } = placeholders
    return sql`
    with ${visibleNotifications(user, now, scannedNotifications(placeholders))},
    page as materialized (
      select * from visible where listed order by updated_at desc, id desc limit ${limit}::int),
    actors as materialized (${actors}),
    actors_there as materialized (${visibleUserIds(user, sql`array(select distinct actor_id from actors)`)}),
    heard as materialized (${summariseActors})
    select coalesce((select json_agg(l) from (${notificationRows}) l), '[]') as lines,
      array_to_json(array(${selectNamedUsers(user)})) as people, array_to_json(array(${selectPosts(user)})) as posts,
      case when v.listed < ${limit}::int then (${lastScanned(placeholders)}) end as last,
      least(v.unread, ${MAX_UNREAD}::int)::int as unread,
      v.listed < ${limit}::int and s.listed = ${listed}::int
        or v.unread < ${MAX_UNREAD}::int and s.unread = ${unread}::int as "isCut"
    from (${countScanned(sql`visible`)}) v, (${countScanned(sql`lines`)}) s`
  },
)

// Extra notifications to scan per page, to replace hidden ones. Few are hidden, so this is usually enough.
const SPARE_ROWS = 10

const NEWEST: TimedKey = { at: 'infinity', id: MAX_ID }

/** Returns a page of notifications. Runs a second query only if many of the scanned notifications are hidden. */
export async function selectNotificationPage(
  db: Db,
  { user, types, after, limit, now }: NotificationPageQuery,
): Promise<NotificationPageRow> {
  const selectScanned = (scan: Pick<Values, 'listed' | 'unread'>) => {
    const values = { user, types: types && `{${types.join(',')}}`, now: now.toISOString(), ...(after ?? NEWEST), limit }
    return db.row<NotificationPageRow & { isCut: boolean }>(pageStatement({ ...values, ...scan }))
  }
  const first = await selectScanned({ listed: limit + SPARE_ROWS, unread: FIRST_SCAN_LIMIT })
  const page = first?.isCut ? await selectScanned({ listed: SCAN_LIMIT, unread: SCAN_LIMIT }) : first
  return page ?? { lines: [], people: [], posts: [], last: null, unread: 0 }
}
