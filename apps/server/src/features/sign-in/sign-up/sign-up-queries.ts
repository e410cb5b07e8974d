import type { StoredAgeBand } from '@pawtrait/contract/age-bands.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

export type NewUser = {
  id: UserId
  username: string
  fullname: string
  email: string
  zipHash: string
  state: 'pending' | 'active' | 'suspended'
  timeZone: string
  /**
   * Age band stated at sign-up. Only tests omit this field. Null is stored then, as for accounts created before
   * sign-up asked for the age.
   */
  ageBand?: StoredAgeBand
  now: Date
}

/** Inserts a user. A user of 13 to 17 is private from the start. */
export const insertUser = (db: Db, u: NewUser) =>
  db.rows(sql`
    insert into users (id, username, fullname, email, zip_hash, state, time_zone, age_band, age_told_at, is_private,
      created_at)
    values (${u.id}, ${u.username}, ${u.fullname}, ${u.email}, ${u.zipHash}, ${u.state}, ${u.timeZone},
      ${u.ageBand ?? null}, ${u.ageBand ? u.now.toISOString() : null}, ${u.ageBand === '13-to-17'},
      ${u.now.toISOString()})`)

export const activatePendingUser = async (db: Db, id: UserId): Promise<boolean> =>
  (await db.row(sql`
    update users set state = 'active' where id = ${id} and state = 'pending' returning 1 as one`)) !== undefined
