import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

export type NewEmailChange = {
  id: string
  userId: UserId
  oldEmail: string
  newEmail: string
  codeHash: Buffer
  triesLeft: number
  expiresAt: Date
}

/** Inserts a pending change of address, or replaces the user's earlier pending change. */
export const insertEmailChange = (db: Db, c: NewEmailChange) =>
  db.rows(sql`
    insert into email_changes (id, user_id, old_email, new_email, code_hash, tries_left, expires_at)
    values (${c.id}, ${c.userId}, ${c.oldEmail}, ${c.newEmail}, ${c.codeHash}, ${c.triesLeft},
      ${c.expiresAt.toISOString()})
    on conflict (user_id) where changed_at is null do update set id = excluded.id, old_email = excluded.old_email,
      new_email = excluded.new_email, code_hash = excluded.code_hash, tries_left = excluded.tries_left,
      expires_at = excluded.expires_at`)

export const deletePendingEmailChange = (db: Db, userId: UserId) =>
  db.rows(sql`delete from email_changes where user_id = ${userId} and changed_at is null`)

export type PendingEmailChange = { id: string; codeHash: Buffer; triesLeft: number; expiresAt: string }

/** Counts one try of the pending code and returns the row; undefined without a pending code or a remaining try. */
export const countEmailChangeTry = (db: Db, userId: UserId) =>
  db.row<PendingEmailChange>(sql`
    update email_changes set tries_left = tries_left - 1
    where user_id = ${userId} and changed_at is null and tries_left > 0
    returning id, code_hash as "codeHash", tries_left as "triesLeft", expires_at as "expiresAt"`)

/** Marks a change as applied. Only one concurrent caller gets the row. */
export const markEmailChangeApplied = (db: Db, id: string, now: Date) =>
  db.row<{ newEmail: string }>(sql`
    update email_changes set changed_at = ${now.toISOString()}::timestamptz
    where id = ${id} and changed_at is null returning new_email as "newEmail"`)

/** Updates the e-mail address of a user. @throws a unique violation when another account has it. */
export const updateEmail = (db: Db, id: UserId, email: string) =>
  db.rows(sql`update users set email = ${email} where id = ${id}`)

export const selectEmailChange = (db: Db, id: string) =>
  db.row<{ userId: UserId; username: string; oldEmail: string; newEmail: string }>(sql`
    select u.id as "userId", u.username, c.old_email as "oldEmail", c.new_email as "newEmail"
    from email_changes c join users u on u.id = c.user_id where c.id = ${id}::uuid and u.deleted_at is null`)

export type UndoneEmailChange = { id: string; userId: UserId; oldEmail: string; changedAt: string }

/**
 * Marks a change of address as undone, and returns it. Returns undefined if it was not applied after `after`, or is
 * already undone. Also returns undefined if its old address was set by an undone change: a thief's undo link must not
 * restore the thief's address.
 */
export const markEmailChangeUndone = (db: Db, id: string, after: Date, now: Date) =>
  db.row<UndoneEmailChange>(sql`
    update email_changes c set undone_at = ${now.toISOString()}::timestamptz
    where c.id = ${id}::uuid and c.undone_at is null and c.changed_at > ${after.toISOString()}::timestamptz
      and not exists (select 1 from email_changes other where other.user_id = c.user_id
        and other.undone_at is not null and lower(other.new_email) = lower(c.old_email))
    returning c.id, c.user_id as "userId", c.old_email as "oldEmail", c.changed_at as "changedAt"`)

export const markLaterEmailChangesUndone = (db: Db, { id, userId, changedAt }: UndoneEmailChange, now: Date) =>
  db.rows(sql`
    update email_changes set undone_at = ${now.toISOString()}::timestamptz
    where user_id = ${userId} and undone_at is null
      and (changed_at, id) > (${changedAt}::timestamptz, ${id}::uuid)`)

export const deleteEmailChangesBefore = (db: Db, before: Date) =>
  db.rows(sql`
    delete from email_changes
    where expires_at < ${before.toISOString()}::timestamptz
      and coalesce(changed_at, expires_at) < ${before.toISOString()}::timestamptz`)
