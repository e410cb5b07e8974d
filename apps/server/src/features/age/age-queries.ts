import type { StoredAgeBand } from '@pawtrait/contract/age-bands.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

export type AgeRow = { band: StoredAgeBand | null; toldAt: string | null; guardianConfirmedAt: string | null }

// Only deleted accounts have the band `under-13`. The query skips deleted accounts, because `AgeRow` lacks this band.
const ageQuery = (user: UserId) => sql`
  select age_band as band, age_told_at as "toldAt", guardian_confirmed_at as "guardianConfirmedAt" from users
  where id = ${user} and deleted_at is null`

export const selectAge = (db: Db, user: UserId) => db.row<AgeRow>(ageQuery(user))

/** Locks the user's row until the transaction ends, so that the second of two requests reads what the first wrote. */
export const selectAgeForUpdate = (db: Db, user: UserId) => db.row<AgeRow>(sql`${ageQuery(user)} for no key update`)

export const updateAge = (db: Db, user: UserId, band: StoredAgeBand | 'under-13', now: Date) =>
  db.rows(sql`update users set age_band = ${band}, age_told_at = ${now.toISOString()} where id = ${user}`)

export const markGuardianConfirmed = (db: Db, user: UserId, now: Date) =>
  db.rows(sql`update users set guardian_confirmed_at = ${now.toISOString()} where id = ${user}`)

export const insertSignUpGuardian = (db: Db, user: UserId, email: string) =>
  db.rows(sql`insert into sign_up_guardians (user_id, email) values (${user}, ${email})`)

export const selectSignUpGuardian = (db: Db, user: UserId) =>
  db.row<{ email: string }>(sql`select email from sign_up_guardians where user_id = ${user}`)

export const deleteSignUpGuardian = (db: Db, user: UserId) =>
  db.rows(sql`delete from sign_up_guardians where user_id = ${user}`)

export const deleteSignUpGuardiansBefore = (db: Db, before: Date) =>
  db.rows(sql`
    delete from sign_up_guardians g using users u where u.id = g.user_id and u.created_at <= ${before.toISOString()}`)
