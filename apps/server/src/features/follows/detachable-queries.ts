import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { DetachedRow } from '#platform/database/detachable-rows.ts'

/** Direction of a follow. `follow`: the user follows another user. `follower`: another user follows the user. */
export type FollowDirection = 'follow' | 'follower'

const columns = {
  follow: { own: sql`follower_id`, other: sql`followee_id` },
  follower: { own: sql`followee_id`, other: sql`follower_id` },
} as const

const counts = {
  follow: { own: sql`following_count`, other: sql`follower_count` },
  follower: { own: sql`follower_count`, other: sql`following_count` },
} as const

const toRecordset = (rows: readonly DetachedRow[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as back (target uuid, at timestamptz)`

/** Locks users in the common lock order: before any other row, and sorted by id. */
const lockUsersById = (db: Db, user: UserId, others: SQL) =>
  db.rows(sql`
    select 1 from users where id = ${user} or id in (${others}) order by id for no key update`)

/** SQL: adds `change` to both users' follow counts for each follow in the CTE `moved` (`other`: other user's id). */
const updateCounts = (user: UserId, direction: FollowDirection, change: 1 | -1) => sql`
  update users set
    ${counts[direction].other} = ${counts[direction].other} + case when id = ${user} then 0 else ${change}::int end,
    ${counts[direction].own} = ${counts[direction].own}
      + case when id = ${user} then ${change}::int * (select count(*) from moved)::int else 0 end
  where (id = ${user} and exists (select 1 from moved)) or id in (select other from moved)`

export const selectFollowBatch = async (
  db: Db,
  user: UserId,
  direction: FollowDirection,
  limit: number,
): Promise<UserId[]> => {
  const { own, other } = columns[direction]
  const rows = await db.rows<{ id: UserId }>(sql`
    select ${other} as id from follows where ${own} = ${user} order by ${other} limit ${limit}::int`)
  return rows.map(({ id }) => id)
}

/** Deletes at most `limit` follows in one direction, subtracts them from both users' counts and returns them. */
export async function detachFollows(
  db: Db,
  user: UserId,
  direction: FollowDirection,
  limit: number,
): Promise<DetachedRow[]> {
  const { own, other } = columns[direction]
  const otherIds = sql`select ${other} from follows where ${own} = ${user} order by ${other} limit ${limit}::int`
  await lockUsersById(db, user, otherIds)
  return db.rows<DetachedRow>(sql`
    with moved as (
      delete from follows where ${own} = ${user} and ${other} in (${otherIds})
      returning ${other} as other, created_at),
    counted as (${updateCounts(user, direction, -1)})
    select other as target, created_at as at from moved`)
}

/** Restores follows, except those with erased users or with a block in either direction. */
export async function reattachFollows(
  db: Db,
  user: UserId,
  direction: FollowDirection,
  rows: readonly DetachedRow[],
): Promise<void> {
  const { own, other } = columns[direction]
  const recordset = toRecordset(rows)
  await lockUsersById(db, user, sql`select target from ${recordset}`)
  await db.rows(sql`
    with moved as (
      insert into follows (${own}, ${other}, created_at)
      select ${user}::uuid, u.id, back.at from ${recordset} join users u on u.id = back.target
      where not exists (select 1 from blocks b where (b.blocker_id = u.id and b.blocked_id = ${user})
        or (b.blocker_id = ${user} and b.blocked_id = u.id))
      on conflict do nothing returning ${other} as other)
    ${updateCounts(user, direction, 1)}`)
}

const petBatch = (user: UserId, limit: number) => sql`
  select pet_id from pet_follows where user_id = ${user} order by pet_id limit ${limit}::int`

const lockPets = (db: Db, ids: SQL) =>
  db.rows(sql`select 1 from pets where id in (${ids}) order by id for no key update`)

/** Deletes at most `limit` pet follows of a user, subtracts them from the pets' counts and returns them. */
export async function detachPetFollows(db: Db, user: UserId, limit: number): Promise<DetachedRow[]> {
  await lockPets(db, petBatch(user, limit))
  return db.rows<DetachedRow>(sql`
    with gone as (
      delete from pet_follows where user_id = ${user} and pet_id in (${petBatch(user, limit)})
      returning pet_id, created_at),
    counted as (update pets set follower_count = follower_count - 1 where id in (select pet_id from gone))
    select pet_id as target, created_at as at from gone`)
}

export async function reattachPetFollows(db: Db, user: UserId, rows: readonly DetachedRow[]): Promise<void> {
  const recordset = toRecordset(rows)
  await lockPets(db, sql`select target from ${recordset}`)
  await db.rows(sql`
    with added as (
      insert into pet_follows (user_id, pet_id, created_at)
      select ${user}::uuid, p.id, back.at from ${recordset} join pets p on p.id = back.target and p.deleted_at is null
      on conflict do nothing returning pet_id)
    update pets set follower_count = follower_count + 1 where id in (select pet_id from added)`)
}
