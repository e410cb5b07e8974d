import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

export const lockUsername = (db: Db, id: UserId) =>
  db.row<{ username: string }>(sql`select username from users where id = ${id} for no key update`)

/** Updates the username. @throws a unique violation when another user has it. */
export const updateUsername = (db: Db, id: UserId, username: string) =>
  db.rows(sql`update users set username = ${username} where id = ${id}`)

export const upsertFormerUsername = (db: Db, userId: UserId, username: string, until: Date) =>
  db.rows(sql`
    insert into former_usernames (username, user_id, until) values (${username}, ${userId}, ${until.toISOString()})
    on conflict (username) do update set user_id = excluded.user_id, until = excluded.until`)

export const deleteFormerUsername = (db: Db, userId: UserId, username: string) =>
  db.rows(sql`delete from former_usernames where user_id = ${userId} and username = ${username}`)

export const deleteFormerUsernamesBefore = (db: Db, now: Date) =>
  db.rows(sql`delete from former_usernames where until <= ${now.toISOString()}::timestamptz`)
