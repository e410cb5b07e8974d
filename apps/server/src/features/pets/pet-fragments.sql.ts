import { type SQL, sql } from 'drizzle-orm'
import { toInstantSql } from '#platform/database/compile-statement.ts'

/** SQL condition: the role has not ended. Only a sitter's role ends. `care`: alias of `pet_people` or `pet_invites`. */
export const isRoleActive = (care: string, now: Date | SQL) =>
  sql`(${sql.raw(care)}.until is null or ${sql.raw(care)}.until > ${toInstantSql(now)})`

/**
 * SQL of the time zone of a pet's first owner. If the database does not know that zone, the setting `TIME_ZONE`
 * applies; if the pet has no owner, UTC.
 */
export const petTimeZone = (pet: SQL): SQL => sql`
  coalesce((select known_time_zone(zu.time_zone) from pet_people zo join users zu on zu.id = zo.user_id
    where zo.pet_id = ${pet} and zo.role = 'owner' order by zo.created_at, zo.user_id limit 1), 'UTC')`

/** SQL of the UTC offset of a time zone at an instant, in minutes. */
export const utcOffset = (zone: SQL, now: Date | SQL): SQL => sql`
  (extract(epoch from (${toInstantSql(now)}::timestamptz at time zone ${zone})
    - (${toInstantSql(now)}::timestamptz at time zone 'UTC')) / 60)::int`

/** SQL of the current date in a pet's time zone. `pet`: SQL of the pet's id. */
export const petLocalDate = (pet: SQL, now: Date): SQL =>
  sql`(${now.toISOString()}::timestamptz at time zone ${petTimeZone(pet)})::date`

/**
 * SQL condition: `today` is a later anniversary of `day`. The anniversary of 29 February is 28 February, except in leap
 * years.
 */
export const isAnniversary = (day: SQL, today: SQL): SQL => sql`
  (${today} > ${day} and (to_char(${day}, 'MMDD') = to_char(${today}, 'MMDD')
    or to_char(${day}, 'MMDD') = '0229' and to_char(${today}, 'MMDD') = '0228'
      and to_char(${today} + 1, 'MMDD') = '0301'))`
