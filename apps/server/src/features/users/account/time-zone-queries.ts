import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

export type RenamedZone = { old: string; current: string }

export const selectSupportedTimeZoneRenames = (db: Db, names: readonly RenamedZone[]) =>
  db.rows<RenamedZone>(sql`
    select n.old, n.current from jsonb_to_recordset(${JSON.stringify(names)}::text::jsonb) as n (old text, current text)
    where known_time_zone(n.current) = n.current`)

/**
 * Replaces outdated time zone names of at most `limit` accounts. Returns the number of updated accounts. Skips locked
 * rows, which the next run updates. One statement for all rows, because no row can violate a constraint.
 */
export const updateOldTimeZones = async (db: Db, names: readonly RenamedZone[], limit: number): Promise<number> =>
  (
    await db.rows(sql`
      with old as (
        select u.id, n.current
        from jsonb_to_recordset(${JSON.stringify(names)}::text::jsonb) as n (old text, current text)
          join users u on lower(u.time_zone) = lower(n.old)
        order by u.id limit ${limit}::int for no key update of u skip locked)
      update users u set time_zone = old.current from old where u.id = old.id returning 1`)
  ).length

/** Returns the stored names with the number of accounts, most used first. `isKnown`: the database knows the name. */
export const selectStoredTimeZones = (db: Db) =>
  db.rows<{ name: string; accounts: number; isKnown: boolean }>(sql`
    select s.name, s.accounts, known_time_zone(s.name) = s.name as "isKnown" from (
      select time_zone as name, count(*)::int as accounts from users where deleted_at is null group by time_zone) s
    order by s.accounts desc, s.name`)

export const isTimeZoneKnown = async (db: Db, name: string): Promise<boolean> =>
  (await db.row<{ isKnown: boolean }>(sql`select known_time_zone(${name}) = ${name} as "isKnown"`))?.isKnown ?? false
