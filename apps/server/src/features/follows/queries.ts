import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import { userOpen, userVisible } from '#features/blocks/visibility.sql.ts'
import type { VisiblePetId } from '#features/pets/visible-pet.ts'
import type { VisibleUserId } from '#features/users/visible-user.ts'
import type { TimedPlace } from '#platform/cursor.ts'
import type { Db } from '#platform/db.ts'

/** Both rows, locked in the order of their ids: two who follow each other at once do not wait for each other. */
const bothLocked = (a: UserId, b: UserId) => sql`
  select id, follower_count, following_count from users where id in (${a}, ${b}) order by id for no key update`

export type Followed = { added: boolean; following: number; followerCount: number }

/** One statement, so the follow and both counts cannot part. `following`: how many users were followed before. */
export const insertFollow = (db: Db, follower: UserId, followee: VisibleUserId, most: number, now: Date) =>
  db.row<Followed>(sql`
    with pair as materialized (${bothLocked(follower, followee)}),
    added as (
      insert into follows (follower_id, followee_id, created_at)
      select id, ${followee}, ${now.toISOString()} from pair where id = ${follower} and following_count < ${most}::int
      on conflict do nothing returning 1),
    counted as (
      update users set follower_count = follower_count + (id = ${followee})::int,
        following_count = following_count + (id = ${follower})::int
      where id in (${follower}, ${followee}) and exists (select 1 from added))
    select exists (select 1 from added) as added,
      (select following_count from pair where id = ${follower}) as following,
      (select follower_count from pair where id = ${followee}) + (select count(*) from added)::int as "followerCount"`)

export const selectFollows = (db: Db, follower: UserId, followee: UserId) =>
  db.row(sql`select 1 from follows where follower_id = ${follower} and followee_id = ${followee}`)

export const deleteFollow = (db: Db, follower: UserId, followee: UserId) =>
  db.row<{ followerCount: number }>(sql`
    with pair as materialized (${bothLocked(follower, followee)}),
    removed as (
      delete from follows where follower_id = ${follower} and followee_id = ${followee}
        and exists (select 1 from pair) returning 1),
    counted as (
      update users set follower_count = follower_count - (id = ${followee})::int,
        following_count = following_count - (id = ${follower})::int
      where id in (${follower}, ${followee}) and exists (select 1 from removed))
    select follower_count - (select count(*) from removed)::int as "followerCount" from pair where id = ${followee}`)

export const insertPetFollow = (db: Db, user: UserId, pet: VisiblePetId, now: Date) =>
  db.row<{ followerCount: number }>(sql`
    with added as (
      insert into pet_follows (user_id, pet_id, created_at) values (${user}, ${pet}, ${now.toISOString()})
      on conflict do nothing returning 1)
    update pets set follower_count = follower_count + (select count(*) from added) where id = ${pet}
    returning follower_count as "followerCount"`)

export const deletePetFollow = (db: Db, user: UserId, pet: PetId) =>
  db.row<{ followerCount: number }>(sql`
    with removed as (delete from pet_follows where user_id = ${user} and pet_id = ${pet} returning 1)
    update pets set follower_count = follower_count - (select count(*) from removed) where id = ${pet}
    returning follower_count as "followerCount"`)

/** Ends all follows of a removed pet, with its count. */
export const deletePetFollows = (db: Db, pet: PetId) =>
  db.rows(sql`
    with removed as (delete from pet_follows where pet_id = ${pet} returning 1)
    update pets set follower_count = follower_count - (select count(*) from removed) where id = ${pet}`)

export type PersonRow = {
  id: UserId
  username: string
  fullname: string
  imageName: string | null
  followedByMe: boolean
  me: boolean
  /** When the follow began. */
  at: string
}

export type Asked = { user: UserId; q: string; after: TimedPlace | undefined; most: number }

/** `other` names the column of follows with the listed users, `one` that with the user asked about. */
function selectPeople(db: Db, viewer: UserId | null, { user, q, after, most }: Asked, one: SQL, other: SQL) {
  const pattern = sql`'%' || regexp_replace(plain(${q}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
  const mine = sql`m.follower_id = ${viewer}`
  return db.rows<PersonRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName", f.created_at as at,
      ${viewer ? sql`u.id = ${viewer}` : sql`false`} as me,
      ${viewer ? sql`exists (select 1 from follows m where ${mine} and m.followee_id = u.id)` : sql`false`}
        as "followedByMe"
    from follows f join users u on u.id = f.${other} join users w on w.id = f.${one}
    where f.${one} = ${user} and ${userOpen(viewer, 'w')} and ${userVisible(viewer, 'u')}
      ${after ? sql`and (f.created_at, f.${other}) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      ${q === '' ? sql`` : sql`and (plain(u.fullname) like ${pattern} or u.username like ${pattern})`}
    order by f.created_at desc, f.${other} desc limit ${most}::int`)
}

/** Those who follow the user, last one first. */
export const selectFollowers = (db: Db, viewer: UserId | null, asked: Asked) =>
  selectPeople(db, viewer, asked, sql`followee_id`, sql`follower_id`)

/** Those whom the user follows, last one first. */
export const selectFollowing = (db: Db, viewer: UserId | null, asked: Asked) =>
  selectPeople(db, viewer, asked, sql`follower_id`, sql`followee_id`)
