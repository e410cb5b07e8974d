import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { blockedBirthdayLikeCount } from '#features/blocks/visibility.sql.ts'
import type { Db } from '#platform/database/db.ts'
import { isAnniversary, petLocalDate } from './pet-fragments.sql.ts'

/**
 * SQL array of dates (`MMDD`) with today's date of every time zone. If it contains 28 February, it also contains 29
 * February.
 */
const datesAround = (now: Date) => {
  const days = [-1, 0, 1].map((offset) => new Date(now.getTime() + offset * DAY_MS).toISOString())
  const monthDays = days.map((day) => day.slice(5, 7) + day.slice(8, 10))
  return `{${[...monthDays, ...(monthDays.includes('0228') ? ['0229'] : [])].join(',')}}`
}

const isUnannounced = sql`p.deleted_at is null and p.died_on is null and ${isAnniversary(sql`p.birthday`, sql`z.today`)}
  and (p.birthday_told_on is null or p.birthday_told_on < z.today)`

/** Returns pets with an unannounced birthday today in their time zone, sorted by id, with ids above `after`. */
export const selectUnannouncedBirthdays = (db: Db, now: Date, after: string, limit: number) =>
  db.rows<{ id: PetId; day: string }>(sql`
    select p.id, z.today::text as day
    from pets p cross join lateral (select ${petLocalDate(sql`p.id`, now)} as today) z
    where p.id > ${after} and to_char(p.birthday, 'MMDD') = any(${datesAround(now)}::text[]) and ${isUnannounced}
    order by p.id limit ${limit}::int`)

/** Marks a pet's birthday as announced. Returns false if it was already announced, or is not on `day`. */
export const markBirthdayAnnounced = async (db: Db, pet: PetId, day: string) =>
  (
    await db.rows(sql`
      update pets p set birthday_told_on = z.today from (select ${day}::text::date as today) z
      where p.id = ${pet} and ${isUnannounced} returning 1`)
  ).length > 0

/** Returns today's date in the pet's time zone, if it is the pet's birthday; otherwise undefined. */
export const selectBirthdayToday = (db: Db, pet: PetId, now: Date) =>
  db.row<{ day: string }>(sql`
    select z.today::text as day
    from pets p cross join lateral (select ${petLocalDate(sql`p.id`, now)} as today) z
    where p.id = ${pet} and p.deleted_at is null and p.died_on is null
      and ${isAnniversary(sql`p.birthday`, sql`z.today`)}`)

export const insertPaw = (db: Db, pet: PetId, user: UserId, day: string, now: Date) =>
  db.rows(sql`
    insert into birthday_paws (pet_id, user_id, day, created_at)
    values (${pet}, ${user}, ${day}::text::date, ${now.toISOString()}) on conflict do nothing`)

export const deletePaw = (db: Db, pet: PetId, user: UserId, day: string) =>
  db.rows(sql`delete from birthday_paws where pet_id = ${pet} and user_id = ${user} and day = ${day}::text::date`)

export async function selectPawCount(db: Db, viewer: UserId, pet: PetId, day: string) {
  const date = sql`${day}::text::date`
  const row = await db.row<{ paws: number }>(sql`
    select count(*)::int - ${blockedBirthdayLikeCount(viewer, { pet: sql`${pet}::uuid`, day: date })} as paws
    from birthday_paws where pet_id = ${pet} and day = ${date}`)
  return row?.paws ?? 0
}

export const deleteOldPaws = (db: Db, now: Date) =>
  db.rows(sql`delete from birthday_paws where created_at < ${now.toISOString()}::timestamptz - interval '30 days'`)
