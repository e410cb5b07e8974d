import type { PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isPostListed, isPostVisible } from '#features/blocks/visibility.sql.ts'
import { isRoleActive, petTimeZone } from '#features/pets/pet-fragments.sql.ts'
import type { Db } from '#platform/database/db.ts'
import { firstIdAtSql } from './first-id-at.sql.ts'

// Number of past years in which memories are searched.
const YEARS = 30
const MAX_PER_YEAR = 2

export type MemoryRow = { id: PostId; yearsAgo: number }

// Returns posts of today's date in earlier years, last year first, at most two per pet and year. On 28 February of a
// year without 29 February, also returns posts of 29 February. `sources`: SQL of pets and their time zones.
const selectMemories = (db: Db, viewer: UserId | null, sources: SQL, now: Date) =>
  db.rows<MemoryRow>(sql`
    with here as (select s.pet, s.zone, (${now.toISOString()}::timestamptz at time zone s.zone)::date as today
      from (${sources}) s),
    days as (
      select pet, zone, today, n, (today - make_interval(years => n))::date as starts
      from here cross join generate_series(1, ${YEARS}::int) n),
    spans as (
      select pet, zone, n, starts, case when to_char(today, 'MMDD') = '0228' and to_char(today + 1, 'MMDD') = '0301'
        then make_date(extract(year from starts)::int, 3, 1) else starts + 1 end as ends
      from days where extract(day from starts) = extract(day from today))
    select x.id, min(s.n)::int as "yearsAgo" from spans s cross join lateral (
      select pp.post_id as id from post_pets pp join posts p on p.id = pp.post_id join users a on a.id = p.author_id
      where pp.pet_id = s.pet and pp.post_id >= ${firstIdAtSql(sql`(s.starts::timestamp at time zone s.zone)`)}
        and pp.post_id < ${firstIdAtSql(sql`(s.ends::timestamp at time zone s.zone)`)}
        and ${isPostListed(viewer, 'p')} and ${isPostVisible(viewer, 'p', 'a')}
      order by pp.post_id desc limit ${MAX_PER_YEAR}::int) x
    group by x.id order by 2, 1 desc`)

/** Returns memories of one living pet, for today's date in the pet's time zone. */
export const selectPetMemories = (db: Db, viewer: UserId | null, pet: PetId, now: Date) =>
  selectMemories(
    db,
    viewer,
    sql`select id as pet, ${petTimeZone(sql`m.id`)} as zone from pets m where m.id = ${pet} and m.died_on is null`,
    now,
  )

/** Returns memories of the living pets that a user cares for, for today's date in the user's time zone. */
export const selectOwnMemories = (db: Db, user: UserId, now: Date) =>
  selectMemories(
    db,
    user,
    sql`select m.id as pet, known_time_zone(u.time_zone) as zone
      from pet_people c join pets m on m.id = c.pet_id join users u on u.id = c.user_id
      where c.user_id = ${user} and ${isRoleActive('c', now)}
        and m.died_on is null and m.deleted_at is null`,
    now,
  )
