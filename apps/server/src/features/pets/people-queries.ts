import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { PetRole } from '@pawtrait/contract/pets/pets.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isUserVisible } from '#features/blocks/visibility.sql.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import type { Db } from '#platform/database/db.ts'
import { isRoleActive, petTimeZone } from './pet-fragments.sql.ts'

/** SQL of a user card as JSON; null if the viewer may not see the user. `user`: table alias of left-joined `users`. */
export const userCardJson = (viewer: UserId | null, user: string): SQL => {
  const u = sql.raw(user)
  return sql`case when ${u}.id is not null and ${isUserVisible(viewer, user)} then json_build_object('id', ${u}.id,
    'username', ${u}.username, 'fullname', ${u}.fullname, 'imageName', ${u}.image_name) end`
}

/** SQL of a sitter's last day in the pet's time zone. `until`: the instant at which the sitting ends. */
export const lastSittingDay = (until: SQL, pet: SQL): SQL =>
  sql`((${until} at time zone ${petTimeZone(pet)}) - interval '1 second')::date::text`

export type PetPersonRow = UserCardRow & {
  role: PetRole
  until: string | null
  joinedAt: string
  addedBy: UserCardRow | null
}

/** Returns a pet's people, owners first. Ignores blocks, so that an owner can remove a blocked user. */
export const selectPeopleOfPet = (db: Db, viewer: UserId, pet: PetId, now: Date) =>
  db.rows<PetPersonRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName", c.role,
      ${lastSittingDay(sql`c.until`, sql`c.pet_id`)} as until, c.created_at as "joinedAt",
      ${userCardJson(viewer, 'g')} as "addedBy"
    from pet_people c join users u on u.id = c.user_id left join users g on g.id = c.added_by
    where c.pet_id = ${pet} and ${isRoleActive('c', now)} and u.state = 'active' and u.deleted_at is null
    order by array_position(array['owner', 'family', 'carer', 'sitter'], c.role), c.created_at, u.id`)

/** Returns a user's current role for a pet; undefined without a role. Does not check visibility. */
export const selectCurrentRole = (db: Db, pet: PetId, user: UserId, now: Date) =>
  db.row<{ role: PetRole }>(sql`
    select role from pet_people c where pet_id = ${pet} and user_id = ${user} and ${isRoleActive('c', now)}`)

/** Returns how many people care for a pet now, and how many of them are owners with an active account. */
export const countPeopleOfPet = async (db: Db, pet: PetId, now: Date) =>
  (await db.row<{ people: number; owners: number }>(sql`
    select count(*)::int as people,
      (count(*) filter (where c.role = 'owner' and u.state = 'active' and u.deleted_at is null))::int as owners
    from pet_people c join users u on u.id = c.user_id where c.pet_id = ${pet} and ${isRoleActive('c', now)}`)) ?? {
    people: 0,
    owners: 0,
  }

/** Returns when a day ends in the pet's time zone. `fits`: whether this end is in the future and within 367 days. */
export const selectDayEnd = (db: Db, pet: PetId, day: string, now: Date) =>
  db.row<{ endsAt: string; fits: boolean }>(sql`
    with e as (select (${day}::text::date + 1)::timestamp at time zone ${petTimeZone(sql`${pet}::uuid`)} as ends)
    select ends as "endsAt", ends > ${now.toISOString()}::timestamptz
      and ends <= ${now.toISOString()}::timestamptz + interval '367 days' as fits from e`)

export type NewPetPerson = { pet: PetId; user: UserId; role: PetRole; until: string | null; by: UserId; now: Date }

/** Adds a user to a pet's people, or changes their role. Former sitters get a new start date. */
export const upsertPetPerson = (db: Db, h: NewPetPerson) =>
  db.rows(sql`
    insert into pet_people as c (pet_id, user_id, role, until, added_by, created_at)
    values (${h.pet}, ${h.user}, ${h.role}, ${h.until}::timestamptz, ${h.by}, ${h.now.toISOString()})
    on conflict (pet_id, user_id) do update set role = excluded.role, until = excluded.until,
      added_by = case when ${isRoleActive('c', h.now)} then c.added_by else excluded.added_by end,
      created_at = case when ${isRoleActive('c', h.now)} then c.created_at else excluded.created_at end`)

export const updateRole = (db: Db, pet: PetId, user: UserId, role: PetRole, until: string | null) =>
  db.rows(sql`
    update pet_people set role = ${role}, until = ${until}::timestamptz where pet_id = ${pet} and user_id = ${user}`)

export const deletePetPerson = (db: Db, pet: PetId, user: UserId) =>
  db.rows(sql`delete from pet_people where pet_id = ${pet} and user_id = ${user}`)

/** Returns pets left without an owner after an erasure, sorted by id, with ids above `after`. */
export const selectOwnerlessPets = (db: Db, after: string, limit: number) =>
  db.rows<{ id: PetId }>(sql`
    select p.id from pets p where p.deleted_at is null and p.id > ${after}
      and not exists (select 1 from pet_people o where o.pet_id = p.id and o.role = 'owner')
    order by p.id limit ${limit}::int`)

/**
 * Returns the next owner of a pet. Order: active accounts first, then family before carers, then longest service; never
 * a sitter. `isActive` is false for a suspended or deleted account, which may be restored.
 */
export const selectNextOwner = (db: Db, pet: PetId) =>
  db.row<{ id: UserId; isActive: boolean }>(sql`
    select u.id, u.state = 'active' and u.deleted_at is null as "isActive"
    from pet_people c join users u on u.id = c.user_id
    where c.pet_id = ${pet} and c.role in ('family', 'carer')
    order by 2 desc, c.role = 'carer', c.created_at, u.id limit 1`)

export const selectVisibleUserByUsername = (db: Db, viewer: UserId, username: string) =>
  db.row<{ id: UserId }>(sql`
    select u.id from users u where u.username = ${username} and ${isUserVisible(viewer, 'u')}`)

/** Returns former sitters who still show the pet as their avatar, sorted by user id, with ids above `after`. */
export const selectFormerSitterAvatars = (db: Db, now: Date, after: string, limit: number) =>
  db.rows<{ id: UserId; pet: PetId }>(sql`
    select u.id, c.pet_id as pet from users u
      join pet_people c on c.pet_id = u.image_pet_id and c.user_id = u.id
    where u.image_pet_id is not null and u.id > ${after} and c.until <= ${now.toISOString()}
    order by u.id limit ${limit}::int`)

/** Erases name, slug, breed, sex and dates of deleted pets that have no people. */
export const anonymiseDeletedPets = (db: Db) =>
  db.rows(sql`
    update pets p set name = '', slug = p.id::text, breed = '', sex = 'unknown', birthday = null, gotcha_day = null,
      died_on = null
    where p.deleted_at is not null and p.name <> ''
      and not exists (select 1 from pet_people c where c.pet_id = p.id)`)
