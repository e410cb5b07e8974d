import { type SQL, sql } from 'drizzle-orm'
import { asInstant } from '#platform/database/compiled.ts'

/** A sitter's care ends with `until`. `care` is an alias of pet_people or pet_invites. */
export const standing = (care: string, now: Date | SQL) =>
  sql`(${sql.raw(care)}.until is null or ${sql.raw(care)}.until > ${asInstant(now)})`

/**
 * The time zone a pet lives in: its first owner's, `TIME_ZONE` when the database does not know that. `pet`: an id as
 * SQL.
 */
export const zoneOf = (pet: SQL): SQL => sql`
  coalesce((select known_time_zone(zu.time_zone) from pet_people zo join users zu on zu.id = zo.user_id
    where zo.pet_id = ${pet} and zo.role = 'owner' order by zo.created_at, zo.user_id limit 1), 'UTC')`

/** Minutes by which the clocks of a time zone are ahead of UTC at an instant. */
export const utcOffset = (zone: SQL, now: Date | SQL): SQL => sql`
  (extract(epoch from (${asInstant(now)}::timestamptz at time zone ${zone})
    - (${asInstant(now)}::timestamptz at time zone 'UTC')) / 60)::int`

/** The day it is where a pet lives. `pet`: an id as SQL. */
export const todayOf = (pet: SQL, now: Date): SQL =>
  sql`(${now.toISOString()}::timestamptz at time zone ${zoneOf(pet)})::date`

/**
 * A later year's return of a day; both dates as SQL. In years without a 29 February it is kept on the 28th: like the
 * day itself it is the last of its month.
 */
export const returnsOn = (day: SQL, today: SQL): SQL => sql`
  (${today} > ${day} and (to_char(${day}, 'MMDD') = to_char(${today}, 'MMDD')
    or to_char(${day}, 'MMDD') = '0229' and to_char(${today}, 'MMDD') = '0228'
      and to_char(${today} + 1, 'MMDD') = '0301'))`
