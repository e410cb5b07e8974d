import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  blockedBirthdayLikeCount,
  hasHidden,
  isPetVisible,
  isPostListed,
  isPostVisible,
  isUserVisible,
  passesAnimalFilters,
} from '#features/blocks/visibility.sql.ts'
import { isAnniversary, isRoleActive, petTimeZone } from '#features/pets/pet-fragments.sql.ts'
import type { PetCardRow } from '#features/pets/view.ts'
import { firstIdAtSql } from '#features/posts/first-id-at.sql.ts'
import { compileStatement } from '#platform/database/compile-statement.ts'
import type { Db } from '#platform/database/db.ts'

export type BirthdayRow = PetCardRow & {
  birthday: string
  day: string
  years: number
  people: string[]
  paws: number
  pawedByMe: boolean
  /** The newest post of the pet in each of its last four years, oldest first. */
  ages: { age: number; id: PostId }[]
}

const MAX_BIRTHDAYS = 3
const YEARS_SHOWN = 4

/** SQL: start (midnight) of a birthday in the pet's time zone. */
const birthdayStart = (years: SQL) => sql`((b.birthday + make_interval(years => ${years})) at time zone b.zone)`

const birthdays = compileStatement<{ viewer: UserId; now: string }>(
  ['viewer', 'now'],
  ({ viewer, now }) => sql`
    with born as (
      select p.*, h.zone, z.today, (extract(year from z.today) - extract(year from p.birthday))::int as years
      from pet_follows f join pets p on p.id = f.pet_id
        cross join lateral (select ${petTimeZone(sql`p.id`)} as zone) h
        cross join lateral (select (${now}::timestamptz at time zone h.zone)::date as today) z
      where f.user_id = ${viewer} and p.died_on is null and p.birthday is not null
        and ${isAnniversary(sql`p.birthday`, sql`z.today`)} and ${isPetVisible(viewer, 'p')}
        and ${passesAnimalFilters(viewer, 'p')}
        and not ${hasHidden(viewer, sql`vh.hidden_pet_id = p.id`, now)}
      order by p.follower_count desc, p.id limit ${MAX_BIRTHDAYS}::int)
    select b.id, b.slug, b.name, b.species, b.breed, b.birthday::text as birthday, b.backdrop, r.name as "portraitName",
      b.today::text as day, b.years,
      (select coalesce(json_agg(x.username), '[]') from (
        select u.username from pet_people c join users u on u.id = c.user_id
        where c.pet_id = b.id and ${isRoleActive('c', now)} and ${isUserVisible(viewer, 'u')}
        order by c.role <> 'owner', c.created_at, u.id limit 3) x) as people,
      (select count(*)::int from birthday_paws w where w.pet_id = b.id and w.day = b.today)
        - ${blockedBirthdayLikeCount(viewer, { pet: sql`b.id`, day: sql`b.today` })} as paws,
      exists (select 1 from birthday_paws w where w.pet_id = b.id and w.day = b.today and w.user_id = ${viewer})
        as "pawedByMe",
      (select coalesce(json_agg(json_build_object('age', n, 'id', y.id) order by n), '[]')
        from generate_series(greatest(0, b.years - ${YEARS_SHOWN}::int), b.years - 1) n cross join lateral (
          select pp.post_id as id from post_pets pp join posts p on p.id = pp.post_id join users a on a.id = p.author_id
          where pp.pet_id = b.id and pp.post_id >= ${firstIdAtSql(birthdayStart(sql`n`))}
            and pp.post_id < ${firstIdAtSql(birthdayStart(sql`n + 1`))}
            and ${isPostVisible(viewer, 'p', 'a')} and ${isPostListed(viewer, 'p')}
          order by pp.post_id desc limit 1) y) as ages
    from born b left join photos r on r.id = b.portrait_id
    order by b.follower_count desc, b.id`,
)

/** Returns followed, unhidden pets with a birthday today in their own time zone: at most 3, most followed first. */
export const selectBirthdays = (db: Db, viewer: UserId, now: Date) =>
  db.rows<BirthdayRow>(birthdays({ viewer, now: now.toISOString() }))
