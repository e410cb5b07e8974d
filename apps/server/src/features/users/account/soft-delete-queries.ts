import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { matchesIdentifier } from '#features/users/account/user-identifier.sql.ts'
import { type Db, idArray } from '#platform/database/db.ts'

export const markUserDeleted = (db: Db, id: UserId, now: Date) =>
  db.row<{ deletedAt: string }>(sql`
    update users set deleted_at = ${now.toISOString()}, address_epoch = address_epoch + 1
    where id = ${id} and deleted_at is null returning deleted_at as "deletedAt"`)

export const restoreUserRow = (db: Db, id: UserId, deletedAfter: Date) =>
  db.row<{ username: string }>(sql`
    update users set deleted_at = null where id = ${id} and deleted_at > ${deletedAfter.toISOString()}
      and age_band is distinct from 'under-13' returning username`)

export const selectIsUndeletedForUpdate = (db: Db, id: UserId) =>
  db.row<{ isUndeleted: boolean }>(sql`
    select deleted_at is null as "isUndeleted" from users where id = ${id} for no key update`)

export const selectIsActiveForUpdate = (db: Db, id: UserId) =>
  db.row<{ isCounted: boolean }>(sql`
    select deleted_at is null and state <> 'suspended' as "isCounted" from users where id = ${id}
    for no key update`)

export type DeletedUserRow = {
  id: UserId
  username: string
  email: string
  timeZone: string
  isUnder13: boolean
  deletedAt: string
  zipHash: string | null
  passwordHash: string | null
}

const selectDeleted = sql`
  select id, username, email, time_zone as "timeZone", (age_band = 'under-13') is true as "isUnder13",
    deleted_at as "deletedAt", zip_hash as "zipHash", password_hash as "passwordHash"
  from users where state <> 'pending' and deleted_at is not null`

export const selectDeletedUser = (db: Db, identifier: string) =>
  db.row<DeletedUserRow>(sql`${selectDeleted} and ${matchesIdentifier(sql`users`, identifier)}`)

export const selectDeletedUserById = (db: Db, id: UserId) =>
  db.row<DeletedUserRow>(sql`${selectDeleted} and id = ${id}`)

export const selectUsersDeletedBefore = async (
  db: Db,
  before: Date,
  excluded: readonly UserId[],
  limit: number,
): Promise<UserId[]> =>
  (
    await db.rows<{ id: UserId }>(sql`
      select id from users where deleted_at <= ${before.toISOString()} and id <> all(${idArray(excluded)}::uuid[])
      order by deleted_at, id limit ${limit}::int`)
  ).map(({ id }) => id)

/** Returns a user by username, id or address, even if deleted. Prefers a verified address, then the newest account. */
export const selectUserId = (db: Db, identifier: string) =>
  db.row<{ id: UserId }>(sql`
    select id from users where id::text = ${identifier} or ${matchesIdentifier(sql`users`, identifier)}
    order by state = 'pending', id desc limit 1`)
