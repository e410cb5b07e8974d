import { notificationTypes } from '@pawtrait/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { comments } from '#features/comments/tables.ts'
import { decisions } from '#features/moderation/tables.ts'
import { petInvites, pets } from '#features/pets/tables.ts'
import { posts } from '#features/posts/tables.ts'
import { stories, storyReplies } from '#features/stories/tables.ts'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/database/columns.ts'

/** Notifications of users. Similar events add actors to a notification while it is unread. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: notificationTypes }).notNull(),
    /** Identifies type and subject. Events with the same key share one unread notification. */
    groupKey: text('group_key').notNull(),
    postId: uuid('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    petId: uuid('pet_id').references(() => pets.id, { onDelete: 'cascade' }),
    inviteId: uuid('invite_id').references(() => petInvites.id, { onDelete: 'cascade' }),
    decisionId: uuid('decision_id').references(() => decisions.id, { onDelete: 'cascade' }),
    storyId: uuid('story_id').references(() => stories.id, { onDelete: 'cascade' }),
    storyReplyId: uuid('story_reply_id').references(() => storyReplies.id, { onDelete: 'cascade' }),
    actorCount: integer('actor_count').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Time of the latest event in the notification. Notifications are sorted by this time. */
    updatedAt: instant('updated_at').notNull(),
    readAt: instant('read_at'),
  },
  (t) => [
    uniqueIndex('notifications_unread_group').on(t.userId, t.groupKey).where(sql`read_at is null`),
    // The index includes read notifications, because actors are removed from these as well.
    index('notifications_by_group').on(t.userId, t.groupKey),
    index('notifications_newest').on(t.userId, t.updatedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('notifications_read').on(t.readAt).where(sql`read_at is not null`),
    index('notifications_of_post').on(t.postId).where(sql`post_id is not null`),
    index('notifications_of_comment').on(t.commentId).where(sql`comment_id is not null`),
    index('notifications_of_pet').on(t.petId).where(sql`pet_id is not null`),
    index('notifications_of_invite').on(t.inviteId).where(sql`invite_id is not null`),
    index('notifications_of_decision').on(t.decisionId).where(sql`decision_id is not null`),
    index('notifications_of_story').on(t.storyId).where(sql`story_id is not null`),
    index('notifications_of_story_reply').on(t.storyReplyId).where(sql`story_reply_id is not null`),
    check('notifications_counts', sql`${t.actorCount} >= 0`),
  ],
)

export const notificationActors = pgTable(
  'notification_actors',
  {
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** The actor's latest comment, for notifications about comments. Deleting the comment's row deletes this row. */
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.notificationId, t.actorId] }),
    index('notification_actors_newest').on(t.notificationId, t.at.desc().nullsFirst(), t.actorId.desc().nullsFirst()),
    index('notification_actors_by_actor').on(t.actorId),
    index('notification_actors_of_comment').on(t.commentId).where(sql`comment_id is not null`),
  ],
)

export const notificationsOff = pgTable(
  'notifications_off',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: notificationTypes }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.type] })],
)

export const threadMutes = pgTable(
  'thread_mutes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.postId] }), index('thread_mutes_of_post').on(t.postId)],
)
