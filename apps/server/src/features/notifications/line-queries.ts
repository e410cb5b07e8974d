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

/** What a line is about; whatever of it goes takes the line along. */
export type Subject = {
  postId?: PostId
  commentId?: CommentId
  petId?: PetId
  inviteId?: InviteId
  storyId?: StoryId
  storyReplyId?: StoryReplyId
}

export type NewLine = Subject & { id: NotificationId; userId: UserId; type: NotificationType; groupKey: string }

/** Who did it and when; `said`: by which comment, where the line is about what was said. */
export type LineCause = { by: UserId; at: Date; said?: CommentId | null }

/** Somebody who joins a line, which is made where it is not there unread. */
export type Joining = NewLine & LineCause

/** How the groups of those who own a pet from now on begin; others care for it. */
export const OWNER_GROUP = 'pet-owner:'

/** A line of somebody's that changed. */
export type Touched = { id: NotificationId; userId: UserId }

const given = (joining: readonly Joining[]) => sql`
  select * from jsonb_to_recordset(${JSON.stringify(joining)}::text::jsonb) as x (id uuid, "userId" uuid, type text,
    "groupKey" text, "postId" uuid, "commentId" uuid, "petId" uuid, "inviteId" uuid, "storyId" uuid,
    "storyReplyId" uuid, by uuid, at timestamptz, said uuid)`

// Lines are locked in the order of their owners, so that two events never wait for each other.
const upserted = sql`
  insert into notifications as n (id, user_id, type, group_key, post_id, comment_id, pet_id, invite_id, story_id,
    story_reply_id, actor_count, created_at, updated_at)
  select distinct on (x."userId", x."groupKey") x.id, x."userId", x.type, x."groupKey", x."postId", x."commentId",
    x."petId", x."inviteId", x."storyId", x."storyReplyId", 0, x.at, x.at
  from given x order by x."userId", x."groupKey", x.at desc
  on conflict (user_id, group_key) where read_at is null
    do update set updated_at = greatest(n.updated_at, excluded.updated_at)
  returning id, user_id, group_key`

/** Each counts once in a line; what they did last counts. Gives the lines, each once. */
export async function upsertLines(db: Db, joining: readonly Joining[]): Promise<Touched[]> {
  const lines = await db.rows<Touched & { added: number }>(sql`
    with given as (${given(joining)}),
    lines as (${upserted}),
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
  const grown = lines.filter(({ added }) => added > 0)
  // A second statement: one row is changed once in a statement.
  if (grown.length > 0)
    await db.rows(sql`
      update notifications n set actor_count = actor_count + x.added
      from jsonb_to_recordset(${JSON.stringify(grown)}::text::jsonb) as x (id uuid, added int) where n.id = x.id`)
  return lines.map(({ id, userId }) => ({ id, userId }))
}

/** Takes somebody out of lines; those in which nobody is left go, others are as old as what the last one did. */
export async function deleteActor(db: Db, actor: UserId, lines: readonly NotificationId[]): Promise<Touched[]> {
  const left = await db.rows<Touched>(sql`
    with gone as (
      delete from notification_actors where notification_id = any(${idArray(lines)}::uuid[]) and actor_id = ${actor}
      returning notification_id as id)
    update notifications n set actor_count = greatest(actor_count - 1, 0),
      updated_at = coalesce((select max(a.at) from notification_actors a
        where a.notification_id = n.id and a.actor_id <> ${actor}), n.updated_at)
    from gone where n.id = gone.id
    returning n.id, n.user_id as "userId"`)
  if (left.length > 0)
    await db.rows(sql`
      delete from notifications n where n.id = any(${idArray(left.map(({ id }) => id))}::uuid[])
        and not exists (select 1 from notification_actors a where a.notification_id = n.id)`)
  return left
}

/** Locked by a statement of its own: the next one sees who joined while this one waited. */
async function lockLines(db: Db, lines: SQL): Promise<NotificationId[]> {
  const locked = await db.rows<{ id: NotificationId }>(sql`
    select n.id from notifications n where ${lines} order by n.user_id, n.group_key for update`)
  return locked.map(({ id }) => id)
}

/** Somebody leaves a group's lines, read ones too, of these users. */
export async function deleteFromGroup(db: Db, actor: UserId, groupKey: string, users: readonly UserId[]) {
  const lines = sql`n.user_id = any(${idArray(users)}::uuid[]) and n.group_key = ${groupKey}`
  return deleteActor(db, actor, await lockLines(db, lines))
}

/** Somebody leaves all lines of a user. */
export async function deleteFromUser(db: Db, actor: UserId, user: UserId) {
  const lines = sql`
    n.user_id = ${user} and n.id in (select notification_id from notification_actors where actor_id = ${actor})`
  return deleteActor(db, actor, await lockLines(db, lines))
}

/** Removes the lines that ask about an invitation. */
export const deleteInviteLines = (db: Db, invite: InviteId) =>
  db.rows<Touched>(sql`delete from notifications where invite_id = ${invite} returning id, user_id as "userId"`)

/** Some lines in which somebody is named, whoever reads them. */
export const selectLinesOfActor = async (db: Db, actor: UserId, most: number): Promise<NotificationId[]> =>
  (
    await db.rows<{ id: NotificationId }>(sql`
      select notification_id as id from notification_actors where actor_id = ${actor}
      order by notification_id limit ${most}::int`)
  ).map(({ id }) => id)
