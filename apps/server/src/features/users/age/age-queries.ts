import type { KeptAgeBand } from '@pawtrait/contract/age.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db.ts'

export type AgeRow = { band: KeptAgeBand | null; toldAt: string | null; guardianConfirmedAt: string | null }

const age = sql`age_band as band, age_told_at as "toldAt", guardian_confirmed_at as "guardianConfirmedAt"`

export const selectAge = (db: Db, user: UserId) => db.row<AgeRow>(sql`select ${age} from users where id = ${user}`)

/** Held until the transaction ends: of two answers at once the second sees the first. */
export const selectAgeLocked = (db: Db, user: UserId) =>
  db.row<AgeRow>(sql`select ${age} from users where id = ${user} and deleted_at is null for no key update`)

export const updateAge = (db: Db, user: UserId, band: KeptAgeBand, now: Date) =>
  db.rows(sql`update users set age_band = ${band}, age_told_at = ${now.toISOString()} where id = ${user}`)

export const updateGuardianConfirmed = (db: Db, user: UserId, now: Date) =>
  db.rows(sql`update users set guardian_confirmed_at = ${now.toISOString()} where id = ${user}`)
