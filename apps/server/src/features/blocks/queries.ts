import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { Backdrop, Species } from '@pawtrait/contract/pets.ts'
import { sql } from 'drizzle-orm'
import type { VisiblePetId } from '#features/pets/visible-pet.ts'
import type { VisibleUserId } from '#features/users/visible-user.ts'
import type { Db } from '#platform/db.ts'
import { petVisible, userVisible } from './visibility.sql.ts'

/** `period`: the time paid for by whose right it is added. */
export type Hide = { id: string; by: UserId; now: Date; endsAt: Date | null; period: string }

// A hide that still stood keeps its own beginning and right; one whose time had run out is a new one.
const again = (now: Date) => sql`
  ends_at = excluded.ends_at,
  created_at = case when h.ends_at <= ${now.toISOString()} then excluded.created_at else h.created_at end,
  period_id = case when h.ends_at <= ${now.toISOString()} then excluded.period_id else h.period_id end`

export const upsertUserHide = (db: Db, user: VisibleUserId, h: Hide) =>
  db.rows(sql`
    insert into hides as h (id, user_id, hidden_user_id, created_at, ends_at, period_id)
    values (${h.id}, ${h.by}, ${user}, ${h.now.toISOString()}, ${h.endsAt?.toISOString() ?? null}, ${h.period})
    on conflict (user_id, hidden_user_id) do update set ${again(h.now)}`)

export const upsertPetHide = (db: Db, pet: VisiblePetId, h: Hide) =>
  db.rows(sql`
    insert into hides as h (id, user_id, hidden_pet_id, created_at, ends_at, period_id)
    values (${h.id}, ${h.by}, ${pet}, ${h.now.toISOString()}, ${h.endsAt?.toISOString() ?? null}, ${h.period})
    on conflict (user_id, hidden_pet_id) do update set ${again(h.now)}`)

/** Whatever became of what was hidden: undoing always works. */
export const deleteUserHide = (db: Db, by: UserId, user: UserId) =>
  db.rows(sql`delete from hides where user_id = ${by} and hidden_user_id = ${user}`)

export const deletePetHide = (db: Db, by: UserId, pet: PetId) =>
  db.rows(sql`delete from hides where user_id = ${by} and hidden_pet_id = ${pet}`)

export type HiddenRow = {
  id: string
  hiddenAt: string
  until: string | null
  user: { id: UserId; username: string; fullname: string; imageName: string | null } | null
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

/** Below an id, newest first, as far as what is hidden can still be seen. */
export const selectHidden = (db: Db, by: UserId, before: string, most: number, now: Date) =>
  db.rows<HiddenRow>(sql`
    select h.id, h.created_at as "hiddenAt", h.ends_at as until,
      case when u.id is null then null else json_build_object('id', u.id, 'username', u.username,
        'fullname', u.fullname, 'imageName', u.image_name) end as "user",
      case when p.id is null then null else json_build_object('id', p.id, 'slug', p.slug, 'name', p.name,
        'species', p.species, 'breed', p.breed, 'birthday', p.birthday, 'backdrop', p.backdrop,
        'portraitName', ph.name) end as pet
    from hides h left join users u on u.id = h.hidden_user_id and ${userVisible(by, 'u')}
      left join pets p on p.id = h.hidden_pet_id and ${petVisible(by, 'p')}
      left join photos ph on ph.id = p.portrait_id
    where h.user_id = ${by} and h.id < ${before} and (h.ends_at is null or h.ends_at > ${now.toISOString()})
      and (u.id is not null or p.id is not null)
    order by h.id desc limit ${most}::int`)

/** Hides that were added in a time paid for. */
export const deleteHidesOf = (db: Db, period: string) => db.rows(sql`delete from hides where period_id = ${period}`)

/** Hides whose time has run out. */
export const deleteEndedHides = (db: Db, now: Date) =>
  db.rows(sql`delete from hides where ends_at <= ${now.toISOString()}`)
