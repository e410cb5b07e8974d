import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { OperatorOnlyReport } from './operator-only-reports.ts'

/**
 * SQL condition, never null: the row is about `user`. True if `user` is the owner in this row, or in another report
 * about the same content. Also true if `user` has a row in `pet_people` for the reported pet. `row`: alias of a row of
 * `reports` or `decisions`.
 */
export const isAboutUser = (row: 'r' | 'o' | 'd', user: SQL) => sql`coalesce(
  ${sql.raw(row)}.owner_id = ${user}
  or ${sql.raw(row)}.subject_id in (
    select own.subject_id from reports own where own.owner_id = ${user} and own.subject_id is not null)
  or ${sql.raw(row)}.subject_id in (select pp.pet_id from pet_people pp where pp.user_id = ${user}), false)`

/** SQL condition, never null: the row is about a current moderator or admin. */
export const isAboutModerator = (row: 'r' | 'o') => sql`exists (
  select 1 from moderators tm where tm.removed_at is null and ${isAboutUser(row, sql`tm.user_id`)})`

// SQL version of `requireJudgingRight`: only admins may judge moderators, and neither moderators nor admins may judge
// themselves or an admin.
const moderatorMayJudge = sql`not ${isAboutUser('r', sql`m.user_id`)} and not exists (
  select 1 from moderators om where om.user_id = r.owner_id and om.removed_at is null
    and (om.role = 'admin' or m.role <> 'admin'))`

/** Returns open reports about moderators and admins that only the operator may decide, oldest first. */
export const selectOperatorOnlyReports = (db: Db) =>
  db.rows<OperatorOnlyReport>(sql`
    select r.id, r.kind, r.reason, r.created_at as at, u.username, r.note
    from reports r join users u on u.id = r.owner_id
    where r.state = 'open' and r.subject_id is not null and ${isAboutModerator('r')}
      and not exists (
        select 1 from moderators m join users mu on mu.id = m.user_id
        where m.removed_at is null and mu.state = 'active' and mu.deleted_at is null and ${moderatorMayJudge})
    order by r.id`)
