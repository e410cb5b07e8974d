import type { PetId, PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import type { PetActionVerb } from '@pawtrait/contract/pets/pet-people.ts'
import type { PetRole } from '@pawtrait/contract/pets/pets.ts'
import { sql } from 'drizzle-orm'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import type { Db } from '#platform/database/db.ts'
import { userCardJson } from './people-queries.ts'

export type NewAction = {
  id: string
  pet: PetId
  /** Null if the system acted, not a user. */
  actor: UserId | null
  verb: PetActionVerb
  user: UserId | null
  about: { role?: PetRole; fields?: readonly string[] }
  now: Date
}

export const insertAction = (db: Db, a: NewAction) =>
  db.rows(sql`
    insert into pet_actions (id, pet_id, actor_id, verb, about_user_id, about, at)
    values (${a.id}, ${a.pet}, ${a.actor}, ${a.verb}, ${a.user}, ${JSON.stringify(a.about)}::text::jsonb,
      ${a.now.toISOString()})`)

/** If the photo is a pet's portrait, records the crop as an action of the photo's owner. Idempotent by `id`. */
export const insertPortraitCrop = (db: Db, { id, photo, now }: { id: string; photo: PhotoId; now: Date }) =>
  db.rows(sql`
    insert into pet_actions (id, pet_id, actor_id, verb, at)
    select ${id}::uuid, p.id, ph.owner_id, ${'changed-portrait' satisfies PetActionVerb}, ${now.toISOString()}
    from pets p join photos ph on ph.id = p.portrait_id
    where p.portrait_id = ${photo} and p.deleted_at is null
    on conflict do nothing`)

export type ActionsParameters = {
  before: string
  limit: number
  hidden: readonly PetActionVerb[]
  roles: readonly PetRole[]
}

export type ActionRow = {
  id: string
  verb: PetActionVerb
  actor: UserCardRow | null
  user: UserCardRow | null
  role: PetRole | null
  fields: string[]
  at: string
}

/**
 * Returns a pet's actions before id `before`, newest first. Omits verbs in `hidden`, and actions about invitations to
 * roles that are not in `roles`.
 */
export const selectActions = (
  db: Db,
  viewer: UserId,
  pet: PetId,
  { before, limit, hidden, roles }: ActionsParameters,
) =>
  db.rows<ActionRow>(sql`
    select a.id, a.verb, ${userCardJson(viewer, 'm')} as actor, ${userCardJson(viewer, 'w')} as "user",
      a.about ->> 'role' as role, coalesce(a.about -> 'fields', '[]') as fields, a.at
    from pet_actions a left join users m on m.id = a.actor_id left join users w on w.id = a.about_user_id
    where a.pet_id = ${pet} and a.id < ${before} and a.verb <> all(${`{${hidden.join(',')}}`}::text[])
      and (a.verb not in ('invited', 'took-back-invite', 'declined')
        or a.about ->> 'role' = any(${`{${roles.join(',')}}`}::text[]))
    order by a.id desc limit ${limit}::int`)
