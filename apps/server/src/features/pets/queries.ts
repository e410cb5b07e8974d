import type { PetId, PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import type { Pet, PetChange, PetRole } from '@pawtrait/contract/pets/pets.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  blockedPetFollowerCount,
  isPetVisible,
  isUserVisible,
  passesAnimalFilters,
  visiblePetPostCount,
} from '#features/blocks/visibility.sql.ts'
import { urlEpoch } from '#features/media/url-epoch.sql.ts'
import type { PhotoRow } from '#features/media/view.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import { compileViewerStatement } from '#platform/database/compile-statement.ts'
import { type Db, idArray } from '#platform/database/db.ts'
import { lastSittingDay } from './people-queries.ts'
import { isRoleActive, petLocalDate, petTimeZone, utcOffset } from './pet-fragments.sql.ts'
import type { PetCardRow } from './view.ts'

export type PetRow = Omit<PetCardRow, 'portraitName'> &
  Pick<Pet, 'sex' | 'gotchaDay' | 'diedOn' | 'today' | 'bio' | 'followedByMe' | 'myRole'> & {
    followers: number
    posts: number
    portrait: PhotoRow | null
    people: (UserCardRow & { role: PetRole })[]
    satUntil: string | null
    editedAt: string | null
  }

const existsFor = (viewer: UserId | null, rows: SQL) => (viewer ? sql`exists (select 1 from ${rows})` : sql`false`)

// The SQL names the table `pet_follows` as text, because importing it would be a circular import (docs/decisions/0005).
const selectPet = (db: Db, viewer: UserId | null, which: SQL, now: Date) =>
  db.row<PetRow>(sql`
    select p.id, p.slug, p.name, p.species, p.breed, p.birthday::text as birthday, p.backdrop, p.sex,
      p.gotcha_day::text as "gotchaDay", p.died_on::text as "diedOn",
      ${petLocalDate(sql`p.id`, now)}::text as today, p.bio, p.edited_at as "editedAt",
      p.follower_count - ${blockedPetFollowerCount(viewer, sql`p.id`, sql`p.follower_count`)} as followers,
      ${visiblePetPostCount(viewer, sql`p.id`)} as posts,
      case when ph.id is not null then json_build_object('id', ph.id, 'name', ph.name, 'state', ph.state,
        'width', ph.width, 'height', ph.height, 'placeholder', encode(ph.placeholder, 'base64'), 'widths', ph.widths,
        'avifWidths', ph.avif_widths, 'isPublic', ph.is_public, 'epoch', ${urlEpoch('ph')}) end as portrait,
      (select coalesce(json_agg(json_build_object('id', u.id, 'username', u.username, 'fullname', u.fullname,
          'imageName', u.image_name, 'role', c.role) order by c.role <> 'owner', c.created_at, u.id), '[]')
        from pet_people c join users u on u.id = c.user_id
        where c.pet_id = p.id and ${isRoleActive('c', now)} and ${isUserVisible(viewer, 'u')}) as people,
      ${existsFor(viewer, sql`pet_follows f where f.pet_id = p.id and f.user_id = ${viewer}`)} as "followedByMe",
      (select m.role from pet_people m where m.pet_id = p.id and m.user_id = ${viewer} and ${isRoleActive('m', now)})
        as "myRole",
      (select ${lastSittingDay(sql`m.until`, sql`m.pet_id`)} from pet_people m
        where m.pet_id = p.id and m.user_id = ${viewer} and not ${isRoleActive('m', now)}) as "satUntil"
    from pets p left join photos ph on ph.id = p.portrait_id
    where ${which} and ${isPetVisible(viewer, 'p')}`)

export const selectPetById = (db: Db, viewer: UserId | null, id: PetId, now: Date) =>
  selectPet(db, viewer, sql`p.id = ${id}`, now)

export const selectPetBySlug = (db: Db, viewer: UserId | null, slug: string, now: Date) =>
  selectPet(db, viewer, sql`p.slug = ${slug}`, now)

/** Returns the viewer's role (or null) and the pet's day of death; undefined if the viewer cannot see the pet. */
export const selectViewerRole = (db: Db, viewer: UserId | null, id: PetId, now: Date) =>
  db.row<{ role: PetRole | null; diedOn: string | null }>(sql`
    select p.died_on::text as "diedOn", (select c.role from pet_people c
      where c.pet_id = p.id and c.user_id = ${viewer} and ${isRoleActive('c', now)}) as role
    from pets p where p.id = ${id} and ${isPetVisible(viewer, 'p')}`)

const userPets = compileViewerStatement<{ user: UserId; now: string }>(
  ['user', 'now'],
  (viewer, { user, now }) => sql`
    select p.id, p.slug, p.name, p.species, p.breed,
      case when p.died_on is null then p.birthday end::text as birthday, p.backdrop, ph.name as "portraitName",
      ${utcOffset(petTimeZone(sql`p.id`), now)} as "utcOffset"
    from pet_people c join pets p on p.id = c.pet_id left join photos ph on ph.id = p.portrait_id
    where c.user_id = ${user} and ${isRoleActive('c', now)} and ${isPetVisible(viewer, 'p')}
      and ${passesAnimalFilters(viewer, 'p')}
    order by c.created_at, p.id`,
)

/** Returns the pets that a user cares for; the pet added first comes first. */
export const selectPetsOfUser = (db: Db, viewer: UserId | null, user: UserId, now: Date) =>
  db.rows<PetCardRow>(userPets(viewer, { user, now: now.toISOString() }))

type PetText = Omit<PetChange, 'seen'>

export type NewPetRow = Required<Omit<PetText, 'birthday' | 'gotchaDay'>> & {
  id: PetId
  slug: string
  owner: UserId
  birthday: string | null
  gotchaDay: string | null
  now: Date
}

/** Locks a user. Concurrent requests then add pets one after another and cannot exceed the limit. */
export const lockUserForNewPet = (db: Db, user: UserId) =>
  db.rows(sql`select 1 from users where id = ${user} for no key update`)

export const selectPetCount = (db: Db, user: UserId) =>
  db.row<{ pets: number }>(sql`
    select count(*)::int as pets from pet_people c join pets p on p.id = c.pet_id
    where c.user_id = ${user} and p.deleted_at is null`)

/** Returns a pet among `ids` that the user cares for, even if it is deleted; undefined if there is none. */
export const selectAnyOwnPet = (db: Db, user: UserId, ids: readonly PetId[]) =>
  db.row<{ id: PetId }>(sql`
    select p.id from pets p join pet_people c on c.pet_id = p.id
    where p.id = any(${idArray(ids)}::uuid[]) and c.user_id = ${user} limit 1`)

/** Inserts a pet and its owner; returns undefined if the slug is in use. */
export const insertPet = (db: Db, p: NewPetRow) =>
  db.row(sql`
    with pet as (
      insert into pets (id, slug, name, species, breed, sex, birthday, gotcha_day, backdrop, bio, created_at)
      values (${p.id}, ${p.slug}, ${p.name}, ${p.species}, ${p.breed}, ${p.sex}, ${p.birthday}::text::date,
        ${p.gotchaDay}::text::date, ${p.backdrop}, ${p.bio}, ${p.now.toISOString()})
      on conflict (slug) do nothing returning id)
    insert into pet_people (pet_id, user_id, role, created_at)
    select id, ${p.owner}, 'owner', ${p.now.toISOString()} from pet returning 1`)

const textColumns = {
  name: sql`name`,
  species: sql`species`,
  breed: sql`breed`,
  sex: sql`sex`,
  backdrop: sql`backdrop`,
  bio: sql`bio`,
} as const

/** Returns a pet's editable fields; undefined if it is deleted. Locks the pet's row until the transaction ends. */
export const lockPetFields = (db: Db, id: PetId) =>
  db.row<Required<PetText> & { editedAt: string | null }>(sql`
    select name, species, breed, sex, birthday::text as birthday, gotcha_day::text as "gotchaDay", backdrop, bio,
      edited_at as "editedAt"
    from pets where id = ${id} and deleted_at is null for no key update`)

export function updatePet(db: Db, id: PetId, change: PetText, now: Date) {
  const textChanges = Object.entries(textColumns).flatMap(([field, column]) => {
    const value = change[field as keyof typeof textColumns]
    return value === undefined ? [] : [sql`${column} = ${value}`]
  })
  const dateChanges = [
    ...(change.birthday === undefined ? [] : [sql`birthday = ${change.birthday}::text::date`]),
    ...(change.gotchaDay === undefined ? [] : [sql`gotcha_day = ${change.gotchaDay}::text::date`]),
  ]
  const changes = [...textChanges, ...dateChanges, sql`edited_at = ${now.toISOString()}`]
  return db.rows(sql`update pets set ${sql.join(changes, sql`, `)} where id = ${id} and deleted_at is null`)
}

/** Returns a pet; undefined if it is deleted. Locks the pet's row until the transaction ends. */
export const lockPet = (db: Db, id: PetId) =>
  db.row<{ portrait: PhotoId | null; birthday: string | null; diedOn: string | null }>(sql`
    select portrait_id as portrait, birthday::text as birthday, died_on::text as "diedOn"
    from pets where id = ${id} and deleted_at is null for no key update`)

export const updatePortrait = (db: Db, id: PetId, photo: PhotoId) =>
  db.row<{ name: string }>(sql`
    update pets set portrait_id = ${photo} where id = ${id}
    returning (select name from photos where id = ${photo}) as name`)

export const updateDiedOn = (db: Db, id: PetId, day: string | null) =>
  db.rows(sql`update pets set died_on = ${day}::text::date where id = ${id}`)

/** Soft-deletes the pet and deletes its tributes. */
export const markPetDeleted = (db: Db, id: PetId, now: Date) =>
  db.rows(sql`
    with said as (delete from tributes where pet_id = ${id})
    update pets set deleted_at = ${now.toISOString()}, portrait_id = null, bio = '' where id = ${id}`)

/** Takes down a pet's page (`at: null` restores it). Returns the pet's portrait; undefined if the page is unchanged. */
export const updatePetTakenDownAt = (db: Db, id: PetId, at: string | null) =>
  db.row<{ portrait: PhotoId | null; name: string | null }>(sql`
    update pets p set deleted_at = ${at}, taken_down_at = ${at}
    where id = ${id} and (taken_down_at is not null) = ${at === null}
      and (taken_down_at is not null or deleted_at is null)
    returning portrait_id as portrait, (select name from photos where id = p.portrait_id) as name`)

/**
 * Returns the media name of the pet's portrait, or null without one. Locks the pet's row until the transaction ends, so
 * that the portrait cannot change.
 */
export const selectPortraitName = (db: Db, id: PetId) =>
  db.row<{ name: string | null }>(sql`
    select (select name from photos where id = p.portrait_id) as name
    from pets p where p.id = ${id} and p.deleted_at is null for share`)
