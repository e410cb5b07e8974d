import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

export const insertResetLink = (db: Db, hash: Buffer, userId: UserId, expiresAt: Date) =>
  db.rows(sql`
    insert into reset_links (hash, user_id, expires_at) values (${hash}, ${userId}, ${expiresAt.toISOString()})`)

export const selectResetLink = (db: Db, hash: Buffer, now: Date) =>
  db.row<{ userId: UserId }>(sql`
    select user_id as "userId" from reset_links
    where hash = ${hash} and used_at is null and expires_at > ${now.toISOString()}`)

/** Uses up a valid link. Only one concurrent caller gets the row. */
export const markResetLinkUsed = (db: Db, hash: Buffer, now: Date) =>
  db.rows<{ userId: UserId }>(sql`
    update reset_links set used_at = ${now.toISOString()}
    where hash = ${hash} and used_at is null and expires_at > ${now.toISOString()} returning user_id as "userId"`)

export const deleteResetLinks = (db: Db, userId: UserId) =>
  db.rows(sql`delete from reset_links where user_id = ${userId}`)
