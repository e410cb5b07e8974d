import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

export type NewGuardianRequest = { user: UserId; email: string; tokenHash: Buffer; now: Date }

/** Inserts a guardian request. A new request replaces the user's earlier one and makes its link invalid. */
export const upsertGuardianRequest = (db: Db, { user, email, tokenHash, now }: NewGuardianRequest) =>
  db.rows(sql`
    insert into guardian_requests (user_id, email, token_hash, asked_at)
    values (${user}, ${email}, ${tokenHash}, ${now.toISOString()})
    on conflict (user_id) do update
      set email = excluded.email, token_hash = excluded.token_hash, asked_at = excluded.asked_at`)

export const selectGuardianRequest = (db: Db, user: UserId) =>
  db.row<{ askedAt: string }>(sql`select asked_at as "askedAt" from guardian_requests where user_id = ${user}`)

export const selectMinorByToken = (db: Db, tokenHash: Buffer, since: Date) =>
  db.row<{ id: UserId; username: string; fullname: string }>(sql`
    select u.id, u.username, u.fullname from guardian_requests r join users u on u.id = r.user_id
    where r.token_hash = ${tokenHash} and r.asked_at > ${since.toISOString()} and u.deleted_at is null`)

/** Deletes a guardian request and returns whether it existed. Of two concurrent calls only one returns true. */
export const deleteGuardianRequest = async (db: Db, user: UserId, tokenHash: Buffer) =>
  (await db.row(sql`
    delete from guardian_requests where user_id = ${user} and token_hash = ${tokenHash} returning 1 as one`)) !==
  undefined

export const deleteGuardianRequestsOfUser = (db: Db, user: UserId) =>
  db.rows(sql`delete from guardian_requests where user_id = ${user}`)

export const deleteGuardianRequestsBefore = (db: Db, before: Date) =>
  db.rows(sql`delete from guardian_requests where asked_at <= ${before.toISOString()}`)
