import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { passesAnimalFilters } from '#features/blocks/visibility.sql.ts'
import { isRoleActive } from '#features/pets/pet-fragments.sql.ts'
import type { Db } from '#platform/database/db.ts'
import type { ChangedNotification } from './notification-actor-queries.ts'
import { canRecipientSeePet, wantsNotificationType } from './recipient-queries.ts'

export type BirthdayNotification = { petId: PetId; groupKey: string; at: Date }

/** Returns up to `limit` followers and people of a pet, sorted by user id, with user ids above `after`. */
export const selectBirthdayRecipients = async (
  db: Db,
  { petId, at }: BirthdayNotification,
  after: string,
  limit: number,
) =>
  (
    await db.rows<{ id: UserId }>(sql`
      select c.id from (
        (select user_id as id from pet_follows where pet_id = ${petId} and user_id > ${after} order by user_id
          limit ${limit}::int)
        union
        (select user_id from pet_people c where pet_id = ${petId} and user_id > ${after}
          and ${isRoleActive('c', at)} order by user_id limit ${limit}::int)) c
      order by c.id limit ${limit}::int`)
  ).map(({ id }) => id)

/**
 * Inserts a notification without actors for each user who wants it, can see the pet, and does not have it yet. Inserts
 * none for a user with an animal filter against the pet, or for a pet that died. Returns the inserted notifications.
 */
export const insertBirthdayNotifications = (
  db: Db,
  { petId, groupKey, at }: BirthdayNotification,
  newNotifications: readonly ChangedNotification[],
) =>
  db.rows<ChangedNotification>(sql`
      insert into notifications (id, user_id, type, group_key, pet_id, actor_count, created_at, updated_at)
      select x.id, c.user_id, 'birthday', ${groupKey}, ${petId}::uuid, 0, ${at.toISOString()}::timestamptz,
        ${at.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(newNotifications)}::text::jsonb) as x (id uuid, "userId" uuid)
        cross join lateral (select x."userId" as user_id, 'birthday' as type) c
      where ${wantsNotificationType} and ${canRecipientSeePet(petId)} and exists (select 1 from pets t
        where t.id = ${petId} and t.died_on is null and ${passesAnimalFilters(sql`c.user_id`, 't')}) and not exists (
        select 1 from notifications n where n.user_id = c.user_id and n.group_key = ${groupKey})
      on conflict (user_id, group_key) where read_at is null do nothing
      returning user_id as "userId", id`)
