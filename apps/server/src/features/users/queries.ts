import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { isUserVisible } from '#features/blocks/visibility.sql.ts'
import { compileViewerStatement } from '#platform/database/compile-statement.ts'
import { type Db, idArray } from '#platform/database/db.ts'

export const selectUsersForUpdate = (db: Db, users: readonly UserId[]) =>
  db.rows(sql`select 1 from users where id = any(${idArray(users)}::uuid[]) order by id for no key update`)

export const selectCreatedAt = (db: Db, id: UserId) =>
  db.row<{ createdAt: string }>(sql`select created_at as "createdAt" from users where id = ${id}`)

export const deleteUser = (db: Db, id: UserId) => db.rows(sql`delete from users where id = ${id}`)

/** Deletes all sessions, known devices and pending codes of a user. Returns the deleted sessions. */
export const deleteAllAccess = (db: Db, userId: UserId) =>
  db.rows<{ id: SessionId }>(sql`
    with devices as (delete from devices where user_id = ${userId}),
      codes as (delete from challenges where user_id = ${userId})
    delete from sessions where user_id = ${userId} returning id`)

const visibleUser = compileViewerStatement<{ id: UserId }>(
  ['id'],
  (viewer, { id }) => sql`select 1 from users u where u.id = ${id} and ${isUserVisible(viewer, 'u')}`,
)

export const selectVisibleUser = (db: Db, viewer: UserId | null, id: UserId) => db.row(visibleUser(viewer, { id }))

type AccountChange = { [field in 'fullname' | 'bio' | 'timeZone']?: string | undefined }

type ProfileText = { fullname: string; bio: string; editedAt: string | null }

export const selectProfileTextForUpdate = (db: Db, id: UserId) =>
  db.row<ProfileText>(sql`
    select fullname, bio, profile_edited_at as "editedAt" from users where id = ${id} for no key update`)

/** Changes the given fields. `editedAt` is the time of an edit of name or bio, otherwise null. */
export const updateAccount = (db: Db, id: UserId, change: AccountChange, editedAt: Date | null) =>
  db.row<Pick<ProfileText, 'editedAt'>>(sql`
    update users set fullname = coalesce(${change.fullname ?? null}, fullname),
      bio = coalesce(${change.bio ?? null}, bio),
      time_zone = coalesce(${change.timeZone ?? null}, time_zone),
      profile_edited_at = coalesce(${editedAt?.toISOString() ?? null}::timestamptz, profile_edited_at)
    where id = ${id} returning profile_edited_at as "editedAt"`)

export const selectUserOfFormerUsername = (db: Db, username: string, now: Date) =>
  db.row<{ id: UserId; username: string }>(sql`
    select u.id, u.username from former_usernames f join users u on u.id = f.user_id
    where f.username = ${username} and f.until > ${now.toISOString()}::timestamptz`)
