import type { SpeciesFilter } from '@pawtrait/contract/blocks.ts'
import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { Backdrop, Species } from '@pawtrait/contract/pets/pets.ts'
import { sql } from 'drizzle-orm'
import type { VisiblePetId } from '#features/pets/visible-pet.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import type { VisibleUserId } from '#features/users/account/visible-user.ts'
import type { TimedKey } from '#platform/database/cursor.ts'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { isPetVisible, isUserVisible } from './visibility.sql.ts'

/** A hide to insert. `period`: id of the Premium period in which the user hides. */
export type NewHide = { id: string; by: UserId; now: Date; endsAt: Date | null; period: string }

// If the hide is still active, a repeated request changes only its end. If the hide has ended, the request also sets
// its start and its Premium period.
const renewHide = (now: Date) => sql`
  ends_at = excluded.ends_at,
  created_at = case when h.ends_at <= ${now.toISOString()} then excluded.created_at else h.created_at end,
  period_id = case when h.ends_at <= ${now.toISOString()} then excluded.period_id else h.period_id end`

export const upsertUserHide = (db: Db, user: VisibleUserId, hide: NewHide) =>
  db.rows(sql`
    insert into hides as h (id, user_id, hidden_user_id, created_at, ends_at, period_id)
    values (${hide.id}, ${hide.by}, ${user}, ${hide.now.toISOString()}, ${hide.endsAt?.toISOString() ?? null},
      ${hide.period})
    on conflict (user_id, hidden_user_id) do update set ${renewHide(hide.now)}`)

export const upsertPetHide = (db: Db, pet: VisiblePetId, hide: NewHide) =>
  db.rows(sql`
    insert into hides as h (id, user_id, hidden_pet_id, created_at, ends_at, period_id)
    values (${hide.id}, ${hide.by}, ${pet}, ${hide.now.toISOString()}, ${hide.endsAt?.toISOString() ?? null},
      ${hide.period})
    on conflict (user_id, hidden_pet_id) do update set ${renewHide(hide.now)}`)

/** Unhides a user, even one who is no longer visible. Returns undefined when the user was not hidden. */
export const deleteUserHide = (db: Db, by: UserId, user: UserId) =>
  db.row(sql`delete from hides where user_id = ${by} and hidden_user_id = ${user} returning 1`)

export const deletePetHide = (db: Db, by: UserId, pet: PetId) =>
  db.row(sql`delete from hides where user_id = ${by} and hidden_pet_id = ${pet} returning 1`)

export type HideRow = {
  id: string
  hiddenAt: string
  until: string | null
  user: UserCardRow | null
  pet: {
    id: PetId
    slug: string
    name: string
    species: Species
    breed: string
    birthday: string | null
    backdrop: Backdrop
    portraitName: string | null
  } | null
}

export const selectHides = (db: Db, by: UserId, before: string, limit: number, now: Date) =>
  db.rows<HideRow>(sql`
    select h.id, h.created_at as "hiddenAt", h.ends_at as until,
      case when u.id is null then null else json_build_object('id', u.id, 'username', u.username,
        'fullname', u.fullname, 'imageName', u.image_name) end as "user",
      case when p.id is null then null else json_build_object('id', p.id, 'slug', p.slug, 'name', p.name,
        'species', p.species, 'breed', p.breed, 'birthday', case when p.died_on is null then p.birthday end,
        'backdrop', p.backdrop, 'portraitName', ph.name) end as pet
    from hides h left join users u on u.id = h.hidden_user_id and ${isUserVisible(by, 'u')}
      left join pets p on p.id = h.hidden_pet_id and ${isPetVisible(by, 'p')}
      left join photos ph on ph.id = p.portrait_id
    where h.user_id = ${by} and h.id < ${before} and (h.ends_at is null or h.ends_at > ${now.toISOString()})
      and (u.id is not null or p.id is not null)
    order by h.id desc limit ${limit}::int`)

export const deleteHidesOfPeriod = (db: Db, period: string) =>
  db.rows(sql`delete from hides where period_id = ${period}`)

export const deleteEndedHides = (db: Db, now: Date) =>
  db.rows(sql`delete from hides where ends_at <= ${now.toISOString()}`)

/** Inserts a block. Returns undefined when it existed already, or the blocked user does not exist. */
export const insertBlock = (db: Db, by: UserId, user: UserId, now: Date) =>
  db.row(sql`
    insert into blocks (blocker_id, blocked_id, created_at)
    select ${by}::uuid, id, ${now.toISOString()}::timestamptz from users where id = ${user}
    on conflict do nothing returning 1`)

export const deleteBlock = (db: Db, by: UserId, user: UserId) =>
  db.rows(sql`delete from blocks where blocker_id = ${by} and blocked_id = ${user}`)

export const selectBlock = (db: Db, by: UserId, user: UserId) =>
  db.row(sql`select 1 from blocks where blocker_id = ${by} and blocked_id = ${user}`)

export type BlockedUserRow = UserCardRow & { at: string }

/** Returns blocked users with an active account, most recently blocked first, including users who block the viewer. */
export const selectBlockedUsers = (db: Db, by: UserId, after: TimedKey | undefined, limit: number) =>
  db.rows<BlockedUserRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName", b.created_at as at
    from blocks b join users u on u.id = b.blocked_id
    where b.blocker_id = ${by} and u.state = 'active' and u.deleted_at is null
      ${after ? sql`and (b.created_at, b.blocked_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by b.created_at desc, b.blocked_id desc limit ${limit}::int`)

export const selectBlockedUser = (db: Db, by: UserId, username: string) =>
  db.row<UserCardRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName"
    from users u join blocks b on b.blocked_id = u.id and b.blocker_id = ${by}
    where u.username = ${username} and u.state = 'active' and u.deleted_at is null`)

export type SpeciesFilterRow = { species: Species | null; word: string | null }

export const selectSpeciesFilter = (db: Db, user: UserId) =>
  db.rows<SpeciesFilterRow>(sql`
    select species, word from species_filters where user_id = ${user} order by species, word`)

/** Replaces all rows of a user's animal filter. Locks the user's row, to serialise concurrent calls. */
export async function replaceSpeciesFilter(db: Db, user: UserId, filter: SpeciesFilter, now: Date) {
  const rows = [
    ...new Set(filter.species.map((species) => JSON.stringify({ species, word: null }))),
    ...new Set(filter.words.map((word) => JSON.stringify({ species: null, word }))),
  ].map((row) => ({ id: newId(now), ...(JSON.parse(row) as SpeciesFilterRow) }))
  await db.rows(sql`select 1 from users where id = ${user} for no key update`)
  await db.rows(sql`delete from species_filters where user_id = ${user}`)
  await db.rows(sql`
    insert into species_filters (id, user_id, species, word, created_at)
    select id, ${user}::uuid, species, word, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as x (id uuid, species text, word text)`)
}

export const selectMute = (db: Db, by: UserId, user: VisibleUserId) =>
  db.row(sql`select 1 from mutes where user_id = ${by} and muted_id = ${user}`)

export const insertMute = (db: Db, by: UserId, user: VisibleUserId, now: Date) =>
  db.rows(sql`
    insert into mutes (user_id, muted_id, created_at) values (${by}, ${user}, ${now.toISOString()})
    on conflict do nothing`)

export const deleteMute = (db: Db, by: UserId, user: UserId) =>
  db.row(sql`delete from mutes where user_id = ${by} and muted_id = ${user} returning 1`)

export type MutedUserRow = UserCardRow & { mutedAt: string }

export const selectMutedUsers = (db: Db, by: UserId, after: TimedKey | undefined, limit: number) =>
  db.rows<MutedUserRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName", m.created_at as "mutedAt"
    from mutes m join users u on u.id = m.muted_id
    where m.user_id = ${by} and ${isUserVisible(by, 'u')}
      ${after ? sql`and (m.created_at, m.muted_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by m.created_at desc, m.muted_id desc limit ${limit}::int`)
