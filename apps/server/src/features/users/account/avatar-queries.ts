import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'

export const updateAvatar = (db: Db, id: UserId, name: string | null, pet: PetId | null) =>
  db.rows(sql`update users set image_name = ${name}, image_pet_id = ${pet} where id = ${id}`)

export const lockUsersWithAvatarOfPet = (db: Db, pet: PetId, also: readonly UserId[]) =>
  db.rows(sql`
    select 1 from users where image_pet_id = ${pet} or id = any(${idArray(also)}::uuid[])
    order by id for no key update`)

export const lockUsersWithAvatarName = (db: Db, name: string) =>
  db.rows(sql`select 1 from users where image_name = ${name} order by id for no key update`)

export const updateAvatarsOfPhoto = (db: Db, from: string, to: string) =>
  db.rows(sql`update users set image_name = ${to} where image_name = ${from}`)

export const updateAvatarsOfPet = (db: Db, pet: PetId, name: string | null) =>
  db.rows(sql`
    update users set image_name = ${name},
      image_pet_id = case when ${name}::text is null then null else image_pet_id end
    where image_pet_id = ${pet}`)

export const hideAvatarsOfPet = (db: Db, pet: PetId) =>
  db.rows(sql`update users set image_name = null where image_pet_id = ${pet}`)

export const removeAvatarOfPet = (db: Db, user: UserId, pet: PetId) =>
  db.rows(sql`update users set image_name = null, image_pet_id = null where id = ${user} and image_pet_id = ${pet}`)
