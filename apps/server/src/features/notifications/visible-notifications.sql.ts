import { type SQL, sql } from 'drizzle-orm'
import {
  allPetsPassAnimalFilters,
  isCommentUnblocked,
  isPetVisible,
  isPostVisible,
  isUserVisible,
  passesAnimalFilters,
} from '#features/blocks/visibility.sql.ts'

/** Selects the users in `ids` (an SQL array) who are visible to `owner`, the recipient of the notifications. */
export const visibleUserIds = (owner: SQL, ids: SQL) => sql`
  select au.id from users au where au.id = any(${ids}) and ${isUserVisible(owner, 'au')}`

/**
 * SQL condition: the row `na` of `notification_actors` has no comment, or its comment passes `isCommentUnblocked`. The
 * parent comment of a reply must not be deleted either.
 */
export const isActorCommentVisible = (type: SQL) => sql`(na.comment_id is null
  or exists (select 1 from comments sc where sc.id = na.comment_id and ${isCommentUnblocked('sc')}
    and (${type} <> 'reply' or not exists (
      select 1 from comments sp where sp.id = sc.parent_id and sp.deleted_at is not null))))`

/** Newest actor of notification `n`, checked before the remaining actors. Null if the actor commented. */
const newestActor = sql`(select case when comment_id is null then actor_id end from notification_actors
  where notification_id = n.id order by at desc, actor_id desc limit 1)`

const anyActorVisible = (owner: SQL) => sql`exists (
  select 1 from notification_actors na join users au on au.id = na.actor_id
  where na.notification_id = n.id and ${isUserVisible(owner, 'au')} and ${isActorCommentVisible(sql`n.type`)})`

// SQL condition, evaluated once per statement. If true, the statement does not read the pets of posts. It is true for
// most users.
const hasNoAnimalFilters = (owner: SQL) =>
  sql`(select true from species_filters where user_id = ${owner} limit 1) is not true`

const visiblePosts = (owner: SQL) => sql`
  select p.id, p.author_id from posts p join users pa on pa.id = p.author_id
  where p.id = any(array(select distinct post_id from lines)) and ${isPostVisible(owner, 'p', 'pa')}
    and (p.author_id = ${owner} or ${hasNoAnimalFilters(owner)}
      or ${allPetsPassAnimalFilters(owner, sql`select pet_id from post_pets where post_id = p.id`)})`

/** SQL condition: notification `n` is of a type that never has actors. */
export const hasNoActors = sql`n.type in ('birthday', 'decision', 'report-upheld', 'report-dismissed')`

/** Selects notifications `n` with visible subjects, and with a visible actor unless the type never has actors. */
const selectVisible = (owner: SQL, now: SQL) => sql`
  select n.* from lines n
  where (${hasNoActors} or n.newest in (select id from people) or ${anyActorVisible(owner)})
    and (n.post_id is null or n.post_id in (select id from posts_there))
    and (n.comment_id is null or exists (select 1 from comments c where c.id = n.comment_id and c.deleted_at is null))
    and (n.pet_id is null or exists (select 1 from pets t where t.id = n.pet_id and ${isPetVisible(owner, 't')}
      and (n.type <> 'birthday' or t.died_on is null and ${passesAnimalFilters(owner, 't')})))
    and (n.invite_id is null or exists (select 1 from pet_invites i where i.id = n.invite_id and i.closed_at is null
      and i.expires_at > ${now}::timestamptz))`

/**
 * CTEs `visible` (visible notifications) and `posts_there` (their visible posts). One lookup of posts and users for all
 * notifications costs a third of separate lookups for each notification.
 */
export const visibleNotifications = (owner: SQL, now: SQL, lines: SQL) => sql`
  lines as materialized (select n.*, ${newestActor} as newest from (${lines}) n),
  people as materialized (${visibleUserIds(owner, sql`array(select distinct newest from lines)`)}),
  posts_there as materialized (${visiblePosts(owner)}),
  visible as materialized (${selectVisible(owner, now)})`

export const MAX_UNREAD = 100

// Notifications to scan first. Few are hidden, so 120 scanned notifications usually contain 100 visible ones.
export const FIRST_SCAN_LIMIT = MAX_UNREAD + 20

/** Maximum number of notifications that a query scans for a page or an unread count. A first scan may be shorter. */
export const SCAN_LIMIT = 500

/** Selects at most `limit` unread notifications of the owner. */
// Rows are sorted like the index. Otherwise the planner reads the whole table when a few users own most rows.
export const unreadNotifications = (owner: SQL, limit: SQL) => sql`
  select * from notifications where user_id = ${owner} and read_at is null order by group_key limit ${limit}::int`
