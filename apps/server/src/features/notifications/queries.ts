import type { NotificationId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { NotificationType } from '@pawtrait/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import type { VisiblePostId } from '#features/posts/visible-post.ts'
import { type Db, idArray } from '#platform/database/db.ts'

/** Returns the users among `users` with an unread notification in the group, and the notification's id. */
export const selectUnreadNotificationsOfGroup = (db: Db, users: readonly UserId[], groupKey: string) =>
  db.rows<{ userId: UserId; id: NotificationId }>(sql`
    select user_id as "userId", id from notifications
    where user_id = any(${idArray(users)}::uuid[]) and group_key = ${groupKey} and read_at is null`)

/** Marks notifications up to a given time as read. Locks them in the same order as events do, to avoid deadlocks. */
export const updateNotificationsReadAt = (db: Db, user: UserId, upTo: string, now: Date) =>
  db.rows(sql`
    with unread as materialized (
      select id from notifications where user_id = ${user} and read_at is null and updated_at <= ${upTo}
      order by group_key for update)
    update notifications set read_at = ${now.toISOString()} where id in (select id from unread)`)

/** Marks a notification as read; returns undefined when the user has no such notification. */
export const updateNotificationReadAt = (db: Db, user: UserId, id: NotificationId, now: Date) =>
  db.row(sql`
    update notifications set read_at = coalesce(read_at, ${now.toISOString()})
    where id = ${id} and user_id = ${user} returning 1`)

/** Deletes up to `limit` notifications that were read at or before the time `before`; returns how many it deleted. */
export const deleteReadNotifications = async (db: Db, before: Date, limit: number) =>
  (
    await db.rows(sql`
      delete from notifications where id in (select id from notifications where read_at <= ${before.toISOString()}
        order by read_at limit ${limit}::int for update skip locked) returning 1`)
  ).length

export const selectDisabledTypes = async (db: Db, user: UserId) =>
  (await db.rows<{ type: NotificationType }>(sql`select type from notifications_off where user_id = ${user}`)).map(
    ({ type }) => type,
  )

export const insertDisabledType = (db: Db, user: UserId, type: NotificationType) =>
  db.rows(sql`insert into notifications_off (user_id, type) values (${user}, ${type}) on conflict do nothing`)

export const deleteDisabledType = (db: Db, user: UserId, type: NotificationType) =>
  db.rows(sql`delete from notifications_off where user_id = ${user} and type = ${type}`)

export const selectThreadMute = (db: Db, user: UserId, post: VisiblePostId) =>
  db.row(sql`select 1 from thread_mutes where user_id = ${user} and post_id = ${post}`)

/** Mutes notifications about the comments of a post. Inserts nothing if the post has just been deleted. */
export const insertThreadMute = (db: Db, user: UserId, post: VisiblePostId, now: Date) =>
  db.rows(sql`
    insert into thread_mutes (user_id, post_id, created_at)
    select ${user}::uuid, id, ${now.toISOString()}::timestamptz from posts where id = ${post} for key share
    on conflict do nothing`)

/** Unmutes a post; returns undefined if the post was not muted. */
export const deleteThreadMute = (db: Db, user: UserId, post: PostId) =>
  db.row(sql`delete from thread_mutes where user_id = ${user} and post_id = ${post} returning 1`)
