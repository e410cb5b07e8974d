import type { CommentId, InviteId, NotificationId, PostId, StoryId, UserId } from '@pawtrait/contract/ids.ts'
import type { NotificationType } from '@pawtrait/contract/notifications.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  commentVisible,
  petListed,
  petsListed,
  petVisible,
  postVisible,
  userVisible,
} from '#features/blocks/visibility.sql.ts'
import { addressEpoch } from '#features/media/address-epoch.sql.ts'
import type { PhotoRow } from '#features/media/view.ts'
import type { PetCardRow } from '#features/pets/view.ts'
import type { VisiblePostId } from '#features/posts/visible-post.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import type { Scanned, TimedKey } from '#platform/cursor.ts'
import { type Db, idArray } from '#platform/db.ts'
import { OWNER_GROUP } from './line-queries.ts'

type Viewer = UserId | SQL

/** The actor (`na`, `au`) is there for the owner of the line (`n`), and so is what they said, and what it answers. */
const actorVisible = (viewer: Viewer) => sql`(${userVisible(viewer, 'au')} and (na.comment_id is null
  or exists (select 1 from comments sc where sc.id = na.comment_id and ${commentVisible(viewer, 'sc', 'au')}
    and (n.type <> 'reply' or not exists (
      select 1 from comments sp where sp.id = sc.parent_id and sp.deleted_at is not null)))))`

/** The line (`n`) is there for its owner: somebody in it is, and all that it is about. */
const lineVisible = (viewer: Viewer, now: Date) => sql`(
  (n.type = 'birthday' or exists (select 1 from notification_actors na join users au on au.id = na.actor_id
    where na.notification_id = n.id and ${actorVisible(viewer)}))
  and (n.post_id is null or exists (select 1 from posts p join users pa on pa.id = p.author_id
    where p.id = n.post_id and ${postVisible(viewer, 'p', 'pa')} and (p.author_id = ${viewer}
      or ${petsListed(viewer, sql`select pet_id from post_pets where post_id = p.id`)})))
  and (n.comment_id is null or exists (select 1 from comments c where c.id = n.comment_id and c.deleted_at is null))
  and (n.pet_id is null or exists (select 1 from pets t where t.id = n.pet_id and ${petVisible(viewer, 't')}
    and (n.type <> 'birthday' or t.died_on is null and ${petListed(viewer, 't')})))
  and (n.invite_id is null or exists (select 1 from pet_invites i where i.id = n.invite_id and i.closed_at is null
    and i.expires_at > ${now.toISOString()}::timestamptz)))`

// So many lines are scanned for one page or one count; each costs some 30 µs.
const SCAN_LIMIT = 500
const MOST_COUNTED = 100

export type LinesAsked = {
  user: UserId
  /** Null: all. */
  types: readonly NotificationType[] | null
  after: TimedKey | undefined
  most: number
  now: Date
}

/** Lines below a key, last happened first, as `scanVisiblePosts` gives posts. */
export const selectLineIds = (db: Db, { user, types, after, most, now }: LinesAsked) => {
  const below = after ? sql`and (updated_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const window = (more: SQL) => sql`select id, updated_at as at from notifications where user_id = ${user} ${below}
    order by updated_at desc, id desc ${more}`
  const ofTypes = types
    ? sql`n.type in (${sql.join(
        types.map((type) => sql`${type}`),
        sql`, `,
      )})`
    : sql`true`
  return db.rows<Scanned<NotificationId> & TimedKey>(sql`
    (select w.id, w.at, true as seen from (${window(sql`limit ${SCAN_LIMIT}::int`)}) w
      join notifications n on n.id = w.id
      where ${ofTypes} and ${lineVisible(user, now)} order by w.at desc, w.id desc limit ${most}::int)
    union all
    (select w.id, w.at, false from (${window(sql`offset ${SCAN_LIMIT - 1}::int limit 1`)}) w)
    limit ${most}::int`)
}

export type ActorRow = UserCardRow & {
  followedByMe: boolean
  said: { id: CommentId; text: string } | null
}

type ShownPhoto = { photo: PhotoRow | null; alt: string | null }

export type LineRow = {
  id: NotificationId
  type: NotificationType
  updatedAt: string
  unread: boolean
  actors: ActorRow[] | null
  actorCount: number
  post: (ShownPhoto & { id: PostId; mine: boolean; petName: string | null }) | null
  comment: { id: CommentId; text: string } | null
  pet: PetCardRow | null
  inviteId: InviteId | null
  asOwner: boolean
  story: (ShownPhoto & { id: StoryId }) | null
  storyReply: string | null
}

// Who is hidden is taken off the count among so many; beyond, the count of the line stands for the rest.
const ACTORS_LOOKED_AT = 100
const NAMED = 2
const SAID = 200

const photoJson = sql`json_build_object('id', ph.id, 'name', ph.name, 'state', ph.state, 'width', ph.width,
  'height', ph.height, 'placeholder', encode(ph.placeholder, 'base64'), 'widths', ph.widths, 'avifWidths',
  ph.avif_widths, 'isPublic', ph.is_public, 'epoch', ${addressEpoch('ph')})`

const actorsOf = (viewer: UserId) => sql`
  select json_agg(json_build_object('id', s.id, 'username', s.username, 'fullname', s.fullname,
      'imageName', s.image_name, 'said', s.said, 'followedByMe', exists (
        select 1 from follows f where f.follower_id = ${viewer} and f.followee_id = s.id)) order by s.nth)
      filter (where s.nth <= ${NAMED}::int) as actors,
    case when max(s.looked) < ${ACTORS_LOOKED_AT}::int then count(*)::int
      else greatest(n.actor_count, ${ACTORS_LOOKED_AT}::int) - ${ACTORS_LOOKED_AT}::int + count(*)::int end as count
  from (select au.id, au.username, au.fullname, au.image_name, na.looked,
      row_number() over (order by na.at desc, na.actor_id desc) as nth,
      case when sa.id is not null then json_build_object('id', sa.id, 'text', left(sa.text, ${SAID}::int)) end as said
    from (select a.*, count(*) over () as looked from (select * from notification_actors
        where notification_id = n.id order by at desc, actor_id desc limit ${ACTORS_LOOKED_AT}::int) a) na
      join users au on au.id = na.actor_id left join comments sa on sa.id = na.comment_id
    where ${actorVisible(viewer)}) s`

const postOf = (viewer: UserId) => sql`
  select json_build_object('id', p.id, 'mine', p.author_id = ${viewer}, 'alt', pp.alt,
    'photo', case when ph.id is not null then ${photoJson} end,
    'petName', (select t.name from post_pets x join pets t on t.id = x.pet_id
      where x.post_id = p.id and ${petVisible(viewer, 't')} order by t.id limit 1)) as post
  from posts p left join post_photos pp on pp.post_id = p.id and pp.position = 0
    left join photos ph on ph.id = pp.photo_id
  where p.id = n.post_id`

const petOf = sql`
  select json_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'species', t.species, 'breed', t.breed,
    'birthday', case when t.died_on is null then t.birthday end, 'backdrop', t.backdrop, 'portraitName', ph.name) as pet
  from pets t left join photos ph on ph.id = t.portrait_id where t.id = n.pet_id`

const storyOf = sql`
  select json_build_object('id', st.id, 'alt', st.alt, 'photo', ${photoJson}) as story
  from stories st join photos ph on ph.id = st.photo_id where st.id = coalesce(n.story_id, sr.story_id)`

/** Everything these lines show, in no order; one statement, whatever the number. */
export const selectLines = (db: Db, viewer: UserId, ids: readonly NotificationId[]) =>
  db.rows<LineRow>(sql`
    select n.id, n.type, n.updated_at as "updatedAt", n.read_at is null as unread, n.invite_id as "inviteId",
      n.group_key like ${`${OWNER_GROUP}%`}
        or exists (select 1 from pet_invites i where i.id = n.invite_id and i.role = 'owner') as "asOwner",
      by_.actors, by_.count as "actorCount", po.post, pt.pet, so.story,
      left(sr.text, ${SAID}::int) as "storyReply",
      case when c.id is not null then json_build_object('id', c.id, 'text', left(c.text, ${SAID}::int)) end as comment
    from notifications n cross join lateral (${actorsOf(viewer)}) by_
      left join story_replies sr on sr.id = n.story_reply_id
      left join lateral (${postOf(viewer)}) po on true left join lateral (${petOf}) pt on true
      left join lateral (${storyOf}) so on true left join comments c on c.id = n.comment_id
    where n.id = any(${idArray(ids)}::uuid[])`)

/** How many lines of the user (SQL) are unread and there, up to 100. */
// In the order of the index: where few people have most lines the planner would rather read the table for them.
const unreadOf = (user: Viewer, now: Date) => sql`(
  select count(*)::int from (
    select 1 from (select * from notifications where user_id = ${user} and read_at is null
      order by group_key limit ${SCAN_LIMIT}::int) n
    where ${lineVisible(user, now)} limit ${MOST_COUNTED}::int) counted)`

export const selectUnread = async (db: Db, user: UserId, now: Date) =>
  (await db.row<{ unread: number }>(sql`select ${unreadOf(user, now)} as unread`))?.unread ?? 0

export const selectUnreadOfMany = (db: Db, users: readonly UserId[], now: Date) =>
  db.rows<{ userId: UserId; unread: number }>(sql`
    select o.id as "userId", ${unreadOf(sql`o.id`, now)} as unread from unnest(${idArray(users)}::uuid[]) o (id)`)

/** Those of the users who have an unread line of a group, with the line and how many are unread. */
export const selectUnreadOfGroup = (db: Db, users: readonly UserId[], groupKey: string, now: Date) =>
  db.rows<{ userId: UserId; id: NotificationId; unread: number }>(sql`
    select o.id as "userId", g.id, ${unreadOf(sql`o.id`, now)} as unread
    from unnest(${idArray(users)}::uuid[]) o (id)
      join notifications g on g.user_id = o.id and g.group_key = ${groupKey} and g.read_at is null`)

/** Marks what happened up to an instant; what came later stays. Locked in the order in which events lock lines. */
export const updateReadUpTo = (db: Db, user: UserId, upTo: string, now: Date) =>
  db.rows(sql`
    with unread as materialized (
      select id from notifications where user_id = ${user} and read_at is null and updated_at <= ${upTo}
      order by group_key for update)
    update notifications set read_at = ${now.toISOString()} where id in (select id from unread)`)

/** Nothing when the user has no such line. */
export const updateRead = (db: Db, user: UserId, id: NotificationId, now: Date) =>
  db.row(sql`
    update notifications set read_at = coalesce(read_at, ${now.toISOString()})
    where id = ${id} and user_id = ${user} returning 1`)

/** Removes some that were read before an instant. */
export const deleteReadBefore = async (db: Db, before: Date, most: number) =>
  (
    await db.rows(sql`
      delete from notifications where id in (select id from notifications where read_at <= ${before.toISOString()}
        order by read_at limit ${most}::int for update skip locked) returning 1`)
  ).length

export const selectKindsOff = async (db: Db, user: UserId) =>
  (await db.rows<{ type: NotificationType }>(sql`select type from notifications_off where user_id = ${user}`)).map(
    ({ type }) => type,
  )

export const insertKindOff = (db: Db, user: UserId, type: NotificationType) =>
  db.rows(sql`insert into notifications_off (user_id, type) values (${user}, ${type}) on conflict do nothing`)

export const deleteKindOff = (db: Db, user: UserId, type: NotificationType) =>
  db.rows(sql`delete from notifications_off where user_id = ${user} and type = ${type}`)

export const selectThreadMute = (db: Db, user: UserId, post: VisiblePostId) =>
  db.row(sql`select 1 from thread_mutes where user_id = ${user} and post_id = ${post}`)

/** Nothing when the post has just been removed. */
export const insertThreadMute = (db: Db, user: UserId, post: VisiblePostId, now: Date) =>
  db.rows(sql`
    insert into thread_mutes (user_id, post_id, created_at)
    select ${user}::uuid, id, ${now.toISOString()}::timestamptz from posts where id = ${post} for key share
    on conflict do nothing`)

/** Nothing when there was none. */
export const deleteThreadMute = (db: Db, user: UserId, post: PostId) =>
  db.row(sql`delete from thread_mutes where user_id = ${user} and post_id = ${post} returning 1`)
