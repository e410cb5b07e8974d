import type {
  CommentId,
  InviteId,
  NotificationId,
  PetId,
  PostId,
  StoryId,
  StoryReplyId,
  UserId,
} from '@pawtrait/contract/ids.ts'
import type { NotificationType } from '@pawtrait/contract/notifications.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'

/** Rows that a notification refers to. When one of them is deleted, the notification is deleted too. */
export type NotificationSubject = {
  postId?: PostId
  commentId?: CommentId
  petId?: PetId
  inviteId?: InviteId
  storyId?: StoryId
  storyReplyId?: StoryReplyId
}

export type NewNotification = NotificationSubject & {
  id: NotificationId
  userId: UserId
  type: NotificationType
  groupKey: string
}

/** Actor and time of an event; `said`: the actor's comment, if the notification is about comments. */
export type EventActor = { by: UserId; at: Date; said?: CommentId | null }

/** An actor to add to the unread notification with this group key, or to a new notification if there is none. */
export type NewNotificationActor = NewNotification & EventActor

/** Prefix of the group key for notifications about new owners of a pet. Other roles use another prefix. */
export const NEW_OWNER_GROUP_PREFIX = 'pet-owner:'

export type ChangedNotification = { id: NotificationId; userId: UserId }

const selectNewActors = (newActors: readonly NewNotificationActor[]) => sql`
  select * from jsonb_to_recordset(${JSON.stringify(newActors)}::text::jsonb) as x (id uuid, "userId" uuid, type text,
    "groupKey" text, "postId" uuid, "commentId" uuid, "petId" uuid, "inviteId" uuid, "storyId" uuid,
    "storyReplyId" uuid, by uuid, at timestamptz, said uuid)`

// Rows are sorted by user. Concurrent events then lock notifications in the same order and cannot deadlock.
const upsertStatement = sql`
  insert into notifications as n (id, user_id, type, group_key, post_id, comment_id, pet_id, invite_id, story_id,
    story_reply_id, actor_count, created_at, updated_at)
  select distinct on (x."userId", x."groupKey") x.id, x."userId", x.type, x."groupKey", x."postId", x."commentId",
    x."petId", x."inviteId", x."storyId", x."storyReplyId", 0, x.at, x.at
  from given x order by x."userId", x."groupKey", x.at desc
  on conflict (user_id, group_key) where read_at is null
    do update set updated_at = greatest(n.updated_at, excluded.updated_at)
  returning id, user_id, group_key`

/** Adds each actor once per notification, with the latest time. Returns each changed notification once. */
export async function upsertNotifications(
  db: Db,
  newActors: readonly NewNotificationActor[],
): Promise<ChangedNotification[]> {
  const changed = await db.rows<ChangedNotification & { added: number }>(sql`
    with given as (${selectNewActors(newActors)}),
    lines as (${upsertStatement}),
    actors as (
      insert into notification_actors as a (notification_id, actor_id, at, comment_id)
      select distinct on (l.id, x.by) l.id, x.by, x.at, x.said
      from given x join lines l on l.user_id = x."userId" and l.group_key = x."groupKey"
      order by l.id, x.by, x.at desc
      on conflict (notification_id, actor_id)
        do update set at = greatest(a.at, excluded.at), comment_id = excluded.comment_id
      returning notification_id, xmax = 0 as added)
    select l.id, l.user_id as "userId", (count(*) filter (where a.added))::int as added
    from lines l join actors a on a.notification_id = l.id group by l.id, l.user_id`)
  const withNewActors = changed.filter(({ added }) => added > 0)
  // Updates the counts in a second statement, because one statement cannot update the same row twice.
  if (withNewActors.length > 0)
    await db.rows(sql`
      update notifications n set actor_count = actor_count + x.added
      from jsonb_to_recordset(${JSON.stringify(withNewActors)}::text::jsonb) as x (id uuid, added int)
      where n.id = x.id`)
  return changed.map(({ id, userId }) => ({ id, userId }))
}

/** Removes an actor from notifications. Deletes notifications without actors; updates the time of the rest. */
export async function deleteNotificationActor(
  db: Db,
  actor: UserId,
  notifications: readonly NotificationId[],
): Promise<ChangedNotification[]> {
  const changed = await db.rows<ChangedNotification>(sql`
    with gone as (
      delete from notification_actors where notification_id = any(${idArray(notifications)}::uuid[])
        and actor_id = ${actor}
      returning notification_id as id)
    update notifications n set actor_count = greatest(actor_count - 1, 0),
      updated_at = coalesce((select max(a.at) from notification_actors a
        where a.notification_id = n.id and a.actor_id <> ${actor}), n.updated_at)
    from gone where n.id = gone.id
    returning n.id, n.user_id as "userId"`)
  if (changed.length > 0)
    await db.rows(sql`
      delete from notifications n where n.id = any(${idArray(changed.map(({ id }) => id))}::uuid[])
        and not exists (select 1 from notification_actors a where a.notification_id = n.id)`)
  return changed
}

/** Locks notifications in a separate statement. The next statement then sees actors added during the wait. */
async function lockNotifications(db: Db, condition: SQL): Promise<NotificationId[]> {
  const locked = await db.rows<{ id: NotificationId }>(sql`
    select n.id from notifications n where ${condition} order by n.user_id, n.group_key for update`)
  return locked.map(({ id }) => id)
}

/** Removes an actor from these users' notifications in a group, including read notifications. */
export async function deleteActorFromGroup(db: Db, actor: UserId, groupKey: string, users: readonly UserId[]) {
  const condition = sql`n.user_id = any(${idArray(users)}::uuid[]) and n.group_key = ${groupKey}`
  return deleteNotificationActor(db, actor, await lockNotifications(db, condition))
}

export async function deleteActorFromNotificationsOfUser(db: Db, actor: UserId, user: UserId) {
  const condition = sql`
    n.user_id = ${user} and n.id in (select notification_id from notification_actors where actor_id = ${actor})`
  return deleteNotificationActor(db, actor, await lockNotifications(db, condition))
}

export const deleteInviteNotifications = (db: Db, invite: InviteId) =>
  db.rows<ChangedNotification>(
    sql`delete from notifications where invite_id = ${invite} returning id, user_id as "userId"`,
  )

/** Returns the ids of up to `limit` notifications with this actor, for all recipients. */
export const selectNotificationsOfActor = async (db: Db, actor: UserId, limit: number): Promise<NotificationId[]> =>
  (
    await db.rows<{ id: NotificationId }>(sql`
      select notification_id as id from notification_actors where actor_id = ${actor}
      order by notification_id limit ${limit}::int`)
  ).map(({ id }) => id)
