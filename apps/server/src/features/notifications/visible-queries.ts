import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  commentUnblocked,
  petNotFiltered,
  petsNotFiltered,
  petVisible,
  postVisible,
  userVisible,
} from '#features/blocks/visibility.sql.ts'
import { compileStatement } from '#platform/database/compiled.ts'
import { type Db, idArray } from '#platform/database/db.ts'

/** Selects the users of `ids` (an SQL array) that `owner` can see. `owner` receives the notifications. */
export const visibleUserIds = (owner: SQL, ids: SQL) => sql`
  select au.id from users au where au.id = any(${ids}) and ${userVisible(owner, 'au')}`

/** SQL condition: actor `na` did not comment, or the comment is visible and a reply's parent comment exists. */
export const actorCommentVisible = (type: SQL) => sql`(na.comment_id is null
  or exists (select 1 from comments sc where sc.id = na.comment_id and ${commentUnblocked('sc')}
    and (${type} <> 'reply' or not exists (
      select 1 from comments sp where sp.id = sc.parent_id and sp.deleted_at is not null))))`

/** Newest actor of notification `n`; null if they commented. If this actor is visible, no other actor is checked. */
const newestActor = sql`(select case when comment_id is null then actor_id end from notification_actors
  where notification_id = n.id order by at desc, actor_id desc limit 1)`

const anyActorVisible = (owner: SQL) => sql`exists (
  select 1 from notification_actors na join users au on au.id = na.actor_id
  where na.notification_id = n.id and ${userVisible(owner, 'au')} and ${actorCommentVisible(sql`n.type`)})`

// Checked once per statement. The pets of posts need a lookup only for the few users with animal filters.
const filtersNothing = (owner: SQL) =>
  sql`(select true from species_filters where user_id = ${owner} limit 1) is not true`

const visiblePosts = (owner: SQL) => sql`
  select p.id, p.author_id from posts p join users pa on pa.id = p.author_id
  where p.id = any(array(select distinct post_id from lines)) and ${postVisible(owner, 'p', 'pa')}
    and (p.author_id = ${owner} or ${filtersNothing(owner)}
      or ${petsNotFiltered(owner, sql`select pet_id from post_pets where post_id = p.id`)})`

/** SQL condition: notification `n` is of a type without visible actors. */
const hasNoActors = sql`n.type in ('birthday', 'decision', 'report-upheld', 'report-dismissed')`

/** Notifications `n` that their owner sees: at least one actor and all subjects are visible. */
const linesVisible = (owner: SQL, now: SQL) => sql`
  select n.* from lines n
  where (${hasNoActors} or n.newest in (select id from people) or ${anyActorVisible(owner)})
    and (n.post_id is null or n.post_id in (select id from posts_there))
    and (n.comment_id is null or exists (select 1 from comments c where c.id = n.comment_id and c.deleted_at is null))
    and (n.pet_id is null or exists (select 1 from pets t where t.id = n.pet_id and ${petVisible(owner, 't')}
      and (n.type <> 'birthday' or t.died_on is null and ${petNotFiltered(owner, 't')})))
    and (n.invite_id is null or exists (select 1 from pet_invites i where i.id = n.invite_id and i.closed_at is null
      and i.expires_at > ${now}::timestamptz))`

/**
 * CTEs `visible` (notifications that the owner sees) and `posts_there` (their posts). One lookup for all posts and
 * people costs a third of a lookup per notification.
 */
export const visibleLines = (owner: SQL, now: SQL, lines: SQL) => sql`
  lines as materialized (select n.*, ${newestActor} as newest from (${lines}) n),
  people as materialized (${visibleUserIds(owner, sql`array(select distinct newest from lines)`)}),
  posts_there as materialized (${visiblePosts(owner)}),
  visible as materialized (${linesVisible(owner, now)})`

export const MAX_UNREAD = 100

// Few notifications are hidden, so this is usually enough to find 100 visible ones. If not, 500 are scanned.
export const FIRST_SCAN_LIMIT = MAX_UNREAD + 20
export const SCAN_LIMIT = 500

/** Selects at most `most` unread notifications of the owner. */
// Sorted like the index. Otherwise the planner reads the whole table when a few users own most notifications.
export const unreadLines = (owner: SQL, most: SQL) => sql`
  select * from notifications where user_id = ${owner} and read_at is null order by group_key limit ${most}::int`

type UnreadRow = { userId: UserId; unread: number; isCut: boolean }

const countUnread = compileStatement<{ users: string; now: string; most: number }>(
  ['users', 'now', 'most'],
  ({ users, now, most }) => sql`
    select o.id as "userId", u.* from unnest(${users}::uuid[]) o (id) cross join lateral (
      with ${visibleLines(sql`o.id`, now, unreadLines(sql`o.id`, most))}
      select least(count(*), ${MAX_UNREAD}::int)::int as unread,
        count(*) < ${MAX_UNREAD}::int and (select count(*) from lines) = ${most}::int as "isCut" from visible) u`,
)

/** Returns the number of visible unread notifications of each user, at most 100. */
export async function selectUnreadOfMany(db: Db, users: readonly UserId[], now: Date) {
  const count = (of: readonly UserId[], most: number) =>
    db.rows<UnreadRow>(countUnread({ users: idArray(of), now: now.toISOString(), most }))
  const counted = await count(users, FIRST_SCAN_LIMIT)
  const cut = counted.filter(({ isCut }) => isCut).map(({ userId }) => userId)
  if (cut.length === 0) return counted
  return [...counted.filter(({ isCut }) => !isCut), ...(await count(cut, SCAN_LIMIT))]
}

export const selectUnread = async (db: Db, user: UserId, now: Date) =>
  (await selectUnreadOfMany(db, [user], now))[0]?.unread ?? 0
