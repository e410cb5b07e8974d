import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'

export const insertRecoveryCodes = (db: Db, userId: UserId, hashes: readonly Buffer[], now: Date) => {
  const rows = hashes.map((hash) => sql`(${newId(now)}, ${userId}, ${hash}, ${now.toISOString()})`)
  return db.rows(sql`insert into recovery_codes (id, user_id, hash, created_at) values ${sql.join(rows, sql`, `)}`)
}

export const deleteUnconfirmedCodes = (db: Db, userId: UserId) =>
  db.rows(sql`delete from recovery_codes where user_id = ${userId} and counts_since is null`)

export const selectUnconfirmedCode = (db: Db, userId: UserId, hash: Buffer) =>
  db.row(sql`
    select 1 from recovery_codes where user_id = ${userId} and hash = ${hash} and counts_since is null`)

/** Deletes the active codes and activates the unconfirmed ones. */
export const activateUnconfirmedCodes = (db: Db, userId: UserId, now: Date) =>
  db.rows(sql`
    with before as (delete from recovery_codes where user_id = ${userId} and counts_since is not null)
    update recovery_codes set counts_since = ${now.toISOString()} where user_id = ${userId} and counts_since is null`)

/** Uses up an active code. Only one concurrent caller gets the row. */
export const markRecoveryCodeUsed = (db: Db, userId: UserId, hash: Buffer, now: Date) =>
  db.row(sql`
    update recovery_codes set used_at = ${now.toISOString()}
    where user_id = ${userId} and hash = ${hash} and counts_since is not null and used_at is null returning id`)

export const deleteRecoveryCodes = (db: Db, userId: UserId) =>
  db.rows(sql`delete from recovery_codes where user_id = ${userId}`)

export const deleteRecoveryCodesSince = async (db: Db, userId: UserId, since: string): Promise<number> => {
  const rows = await db.rows(
    sql`delete from recovery_codes where user_id = ${userId} and created_at >= ${since}::timestamptz returning id`,
  )
  return rows.length
}
