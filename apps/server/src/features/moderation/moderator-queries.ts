import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { matchesIdentifier } from '#features/users/account/user-identifier.sql.ts'
import type { Db } from '#platform/database/db.ts'

export type ModeratorRole = 'moderator' | 'admin'

/** Returns the row id and role of a current moderator; undefined for all other users. */
export const selectModerator = (db: Db, user: UserId) =>
  db.row<{ id: string; role: ModeratorRole }>(sql`
    select m.id, m.role from moderators m join users u on u.id = m.user_id
    where m.user_id = ${user} and m.removed_at is null and u.state = 'active' and u.deleted_at is null`)

export const selectModeratorRole = async (db: Db, user: UserId): Promise<ModeratorRole | undefined> =>
  (await selectModerator(db, user))?.role

/** SQL of a moderator's username by row id; null once the user is erased. */
export const moderatorUsername = (id: 'd.moderator_id' | 'r.taken_by' | 'taken_by' | 'moderator_id') => sql`(
  select mu.username from moderators mm join users mu on mu.id = mm.user_id where mm.id = ${sql.raw(id)})`

/** Returns an active account by username or e-mail address. */
export const selectUserByIdentifier = (db: Db, identifier: string) =>
  db.row<{ id: UserId }>(sql`
    select id from users where ${matchesIdentifier(sql`users`, identifier)}
      and state = 'active' and deleted_at is null`)

export const upsertModerator = (db: Db, id: string, user: UserId, role: ModeratorRole, now: Date) =>
  db.row<{ id: string }>(sql`
    insert into moderators (id, user_id, role, added_at)
    values (${id}, ${user}, ${role}, ${now.toISOString()})
    on conflict (user_id) where removed_at is null do update set role = excluded.role
    returning id`)

/** Ends a moderator's role and returns the row id; undefined if the user is not a moderator. */
export const markModeratorRemoved = (db: Db, identifier: string, now: Date) =>
  db.row<{ id: string }>(sql`
    update moderators m set removed_at = ${now.toISOString()}
    from users u where u.id = m.user_id and ${matchesIdentifier(sql`u`, identifier)}
      and m.removed_at is null returning m.id`)

export const selectModerators = (db: Db) =>
  db.rows<{ username: string; role: ModeratorRole; addedAt: string }>(sql`
    select u.username, m.role, m.added_at as "addedAt" from moderators m join users u on u.id = m.user_id
    where m.removed_at is null order by m.added_at, m.id`)
