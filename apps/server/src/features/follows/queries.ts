import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  blockedFollowerCount,
  blockedPetFollowerCount,
  isAccountReadable,
  isUserVisible,
} from '#features/blocks/visibility.sql.ts'
import type { VisiblePetId } from '#features/pets/visible-pet.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import type { VisibleUserId } from '#features/users/account/visible-user.ts'
import type { TimedKey } from '#platform/database/cursor.ts'
import type { Db } from '#platform/database/db.ts'
import { insertEventSql, newEventIdAndTime } from '#platform/jobs/events.ts'

/** Locks both users, sorted by id, so that two users who follow each other concurrently do not deadlock. */
const lockBothUsers = (a: UserId, b: UserId) => sql`
  select id, follower_count, following_count, is_private from users where id in (${a}, ${b})
  order by id for no key update`

export type FollowResult = { added: boolean; following: number; followerCount: number }

/** Inserts a follow and updates both counts in one statement. `following`: the follower's previous following count. */
export const insertFollow = (db: Db, follower: UserId, followee: VisibleUserId, limit: number, now: Date) => {
  const followers = sql`(select follower_count from pair where id = ${followee})`
  return db.row<FollowResult>(sql`
    with pair as materialized (${lockBothUsers(follower, followee)}),
    added as (
      insert into follows (follower_id, followee_id, created_at)
      select id, ${followee}, ${now.toISOString()} from pair where id = ${follower} and following_count < ${limit}::int
      on conflict do nothing returning 1),
    counted as (
      update users set follower_count = follower_count + (id = ${followee})::int,
        following_count = following_count + (id = ${follower})::int
      where id in (${follower}, ${followee}) and exists (select 1 from added))
    select exists (select 1 from added) as added,
      (select following_count from pair where id = ${follower}) as following,
      ${followers} + (select count(*) from added)::int
        - ${blockedFollowerCount(follower, sql`${followee}::uuid`, followers)} as "followerCount"`)
}

export const selectFollow = (db: Db, follower: UserId, followee: UserId) =>
  db.row(sql`select 1 from follows where follower_id = ${follower} and followee_id = ${followee}`)

export const deleteFollow = (db: Db, follower: UserId, followee: UserId) =>
  db.row<{ followerCount: number; removed: boolean; isPrivate: boolean }>(sql`
    with pair as materialized (${lockBothUsers(follower, followee)}),
    removed as (
      delete from follows where follower_id = ${follower} and followee_id = ${followee}
        and exists (select 1 from pair) returning 1),
    counted as (
      update users set follower_count = follower_count - (id = ${followee})::int,
        following_count = following_count - (id = ${follower})::int
      where id in (${follower}, ${followee}) and exists (select 1 from removed))
    select follower_count - (select count(*) from removed)::int
        - ${blockedFollowerCount(follower, sql`${followee}::uuid`, sql`follower_count`)} as "followerCount",
      exists (select 1 from removed) as removed, is_private as "isPrivate" from pair where id = ${followee}`)

export type PetFollowResult = { followerCount: number; changed: boolean }

const petEventData = (pet: PetId, user: UserId, from: SQL) =>
  sql`(select jsonb_build_object('petId', ${pet}::uuid, 'by', ${user}::uuid) as data from ${from}) one`

/** Inserts a follow of a pet, updates the pet's count and inserts the event, in one statement. */
export const insertPetFollow = (db: Db, user: UserId, pet: VisiblePetId, now: Date) =>
  db.row<PetFollowResult>(sql`
    with added as (
      insert into pet_follows (user_id, pet_id, created_at) values (${user}, ${pet}, ${now.toISOString()})
      on conflict do nothing returning 1),
    told as (${insertEventSql('pet-followed', newEventIdAndTime(now), petEventData(pet, user, sql`added`))})
    update pets set follower_count = follower_count + (select count(*) from added) where id = ${pet}
    returning follower_count
      - ${blockedPetFollowerCount(user, sql`${pet}::uuid`, sql`follower_count`)} as "followerCount",
      exists (select 1 from added) as changed`)

export const deletePetFollow = (db: Db, user: UserId, pet: PetId, now: Date) =>
  db.row<PetFollowResult>(sql`
    with removed as (delete from pet_follows where user_id = ${user} and pet_id = ${pet} returning 1),
    told as (${insertEventSql('pet-unfollowed', newEventIdAndTime(now), petEventData(pet, user, sql`removed`))})
    update pets set follower_count = follower_count - (select count(*) from removed) where id = ${pet}
    returning follower_count
      - ${blockedPetFollowerCount(user, sql`${pet}::uuid`, sql`follower_count`)} as "followerCount",
      exists (select 1 from removed) as changed`)

export const deletePetFollows = (db: Db, pet: PetId) =>
  db.rows(sql`
    with removed as (delete from pet_follows where pet_id = ${pet} returning 1)
    update pets set follower_count = follower_count - (select count(*) from removed) where id = ${pet}`)

export type FollowListRow = UserCardRow & {
  followedByMe: boolean
  requestedByMe: boolean
  me: boolean
  at: string
}

export type FollowSearch = { user: UserId; q: string; after: TimedKey | undefined; limit: number }

/** SQL: the follow request as its sender sees it. A declined request looks pending, a withdrawn one is gone. */
const pendingRequest = (follower: UserId, followee: SQL) => sql`
  select 1 from follow_requests r
  where r.follower_id = ${follower} and r.followee_id = ${followee} and r.withdrawn_at is null`

/**
 * Returns a user's followers, or the users that the user follows. `own`: column of `follows` with the user's id.
 * `other`: column with the ids of the returned users.
 */
function selectFollowList(
  db: Db,
  viewer: UserId | null,
  { user, q, after, limit }: FollowSearch,
  own: SQL,
  other: SQL,
) {
  const pattern = sql`'%' || regexp_replace(plain(${q}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
  const isFollowByViewer = sql`m.follower_id = ${viewer}`
  return db.rows<FollowListRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName", f.created_at as at,
      ${viewer ? sql`u.id = ${viewer}` : sql`false`} as me,
      ${viewer ? sql`exists (select 1 from follows m where ${isFollowByViewer} and m.followee_id = u.id)` : sql`false`}
        as "followedByMe",
      ${viewer ? sql`exists (${pendingRequest(viewer, sql`u.id`)})` : sql`false`} as "requestedByMe"
    from follows f join users u on u.id = f.${other} join users w on w.id = f.${own}
    where f.${own} = ${user} and ${isAccountReadable(viewer, 'w')} and ${isUserVisible(viewer, 'u')}
      ${after ? sql`and (f.created_at, f.${other}) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      ${q === '' ? sql`` : sql`and (plain(u.fullname) like ${pattern} or u.username like ${pattern})`}
    order by f.created_at desc, f.${other} desc limit ${limit}::int`)
}

export const selectFollowers = (db: Db, viewer: UserId | null, search: FollowSearch) =>
  selectFollowList(db, viewer, search, sql`followee_id`, sql`follower_id`)

export const selectFollowing = (db: Db, viewer: UserId | null, search: FollowSearch) =>
  selectFollowList(db, viewer, search, sql`follower_id`, sql`followee_id`)

/** Inserts a request; a declined request remains declined. If `added` is true, the caller must notify the followee. */
export const insertFollowRequest = (db: Db, follower: UserId, followee: VisibleUserId, now: Date) =>
  db.row<{ added: boolean }>(sql`
    insert into follow_requests as r (follower_id, followee_id, created_at)
    values (${follower}, ${followee}, ${now.toISOString()})
    on conflict (follower_id, followee_id) do update set withdrawn_at = null
    returning (xmax = 0) as added`)

/**
 * Withdraws a request. A declined one is kept, so that the follower cannot send a new request at once. Returns
 * undefined if no request was pending.
 */
export const withdrawFollowRequest = async (db: Db, follower: UserId, followee: UserId, now: Date) => {
  const deleted = await deletePendingFollowRequest(db, follower, followee)
  // Runs after the deletion, because the deletion waits for a concurrent decline. A row that still exists is then a
  // declined request.
  await db.rows(sql`
    update follow_requests set withdrawn_at = ${now.toISOString()}
    where follower_id = ${follower} and followee_id = ${followee}`)
  return deleted
}

/** Deletes a pending request. Returns undefined when there is none. */
export const deletePendingFollowRequest = (db: Db, follower: UserId, followee: UserId) =>
  db.row(sql`
    delete from follow_requests
    where follower_id = ${follower} and followee_id = ${followee} and declined_at is null returning 1`)

export const markFollowRequestDeclined = (db: Db, follower: UserId, followee: UserId, now: Date) =>
  db.row(sql`
    update follow_requests set declined_at = ${now.toISOString()}
    where follower_id = ${follower} and followee_id = ${followee} and declined_at is null returning 1`)

export const deleteDeclinedFollowRequests = (db: Db, before: Date) =>
  db.rows(sql`delete from follow_requests where declined_at < ${before.toISOString()}`)

export type FollowRequestRow = UserCardRow & { at: string; followers: number }

export const selectFollowRequests = (db: Db, user: UserId, after: TimedKey | undefined, limit: number) =>
  db.rows<FollowRequestRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName",
      u.follower_count - ${blockedFollowerCount(user, sql`u.id`, sql`u.follower_count`)} as followers,
      r.created_at as at
    from follow_requests r join users u on u.id = r.follower_id
    where r.followee_id = ${user} and r.declined_at is null and ${isUserVisible(user, 'u')}
      ${after ? sql`and (r.created_at, r.follower_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by r.created_at desc, r.follower_id desc limit ${limit}::int`)

/** Returns requests by a user, latest first, including declined ones, which look pending. */
export const selectSentFollowRequests = (db: Db, user: UserId, after: TimedKey | undefined, limit: number) =>
  db.rows<Omit<FollowRequestRow, 'followers'>>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName", r.created_at as at
    from follow_requests r join users u on u.id = r.followee_id
    where r.follower_id = ${user} and r.withdrawn_at is null and ${isUserVisible(user, 'u')}
      ${after ? sql`and (r.created_at, r.followee_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by r.created_at desc, r.followee_id desc limit ${limit}::int`)

export const countFollowRequests = async (db: Db, user: UserId, limit: number) =>
  (
    await db.row<{ n: number }>(sql`
      select count(*)::int as n from (
        select 1 from follow_requests r join users u on u.id = r.follower_id
        where r.followee_id = ${user} and r.declined_at is null and ${isUserVisible(user, 'u')} limit ${limit}::int) w`)
  )?.n ?? 0

export const selectPendingFollowRequests = (db: Db, user: UserId, after: string, limit: number) =>
  db.rows<{ id: UserId }>(sql`
    select follower_id as id from follow_requests
    where followee_id = ${user} and declined_at is null and follower_id > ${after}
    order by follower_id limit ${limit}::int`)

export const deleteFollowRequestsBetween = (db: Db, a: UserId, b: UserId) =>
  db.rows(sql`
    delete from follow_requests where (follower_id, followee_id) in ((${a}, ${b}), (${b}, ${a}))`)

/** Returns account privacy and follower count. The count leaves out users with a block to or from the viewer. */
export const selectAccountSummary = (db: Db, user: UserId, viewer: UserId | null) =>
  db.row<{ isPrivate: boolean; followerCount: number }>(sql`
    select is_private as "isPrivate", follower_count
      - ${blockedFollowerCount(viewer, sql`u.id`, sql`u.follower_count`)} as "followerCount"
    from users u where id = ${user}`)

/** Inserts a close friend; idempotent. Returns undefined if the user already has `limit` close friends. */
export const insertCloseFriend = (db: Db, user: UserId, friend: VisibleUserId, limit: number, now: Date) =>
  db.row(sql`
    with me as (select id from users where id = ${user} for no key update),
    added as (
      insert into close_friends (user_id, friend_id, created_at)
      select id, ${friend}::uuid, ${now.toISOString()}::timestamptz from me
      where (select count(*) from close_friends where user_id = ${user}) < ${limit}::int
      on conflict do nothing returning 1)
    select 1 where exists (select 1 from added)
      or exists (select 1 from close_friends where user_id = ${user} and friend_id = ${friend})`)

export const deleteCloseFriend = (db: Db, user: UserId, friend: UserId) =>
  db.rows(sql`delete from close_friends where user_id = ${user} and friend_id = ${friend}`)

export const deleteCloseFriendsBetween = (db: Db, a: UserId, b: UserId) =>
  db.rows(sql`delete from close_friends where (user_id, friend_id) in ((${a}, ${b}), (${b}, ${a}))`)

export type CloseFriendRow = UserCardRow & { at: string }

export const selectCloseFriends = (db: Db, user: UserId, after: TimedKey | undefined, limit: number) =>
  db.rows<CloseFriendRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName", c.created_at as at
    from close_friends c join users u on u.id = c.friend_id
    where c.user_id = ${user} and ${isUserVisible(user, 'u')}
      ${after ? sql`and (c.created_at, c.friend_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by c.created_at desc, c.friend_id desc limit ${limit}::int`)

export const countCloseFriends = async (db: Db, user: UserId) =>
  (
    await db.row<{ n: number }>(sql`
      select count(*)::int as n from close_friends c join users u on u.id = c.friend_id
      where c.user_id = ${user} and ${isUserVisible(user, 'u')}`)
  )?.n ?? 0
