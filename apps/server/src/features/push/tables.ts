import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, time, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/users/tables.ts'
import { bytes, id, instant } from '#platform/database/columns.ts'

/** VAPID key pairs. After a rotation, older keys remain for the subscriptions that use them. */
export const vapidKeys = pgTable(
  'vapid_keys',
  {
    id: id(),
    publicKey: text('public_key').notNull(),
    /** The private key, encrypted with a key derived from the pepper. */
    sealedPrivateKey: text('sealed_private_key').notNull(),
    isCurrent: boolean('is_current').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('vapid_keys_public').on(t.publicKey),
    uniqueIndex('vapid_keys_current').on(t.isCurrent).where(sql`is_current`),
  ],
)

/** Push subscriptions: the browsers that receive notifications for a user. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * Session of the browser. Notifications are sent only while it is valid. Null: another account uses the browser
     * now. Not a foreign key, because the row outlives an expired session. A log-out deletes the row.
     */
    sessionId: uuid('session_id'),
    endpoint: text('endpoint').notNull(),
    p256dh: bytes('p256dh').notNull(),
    auth: bytes('auth').notNull(),
    keyId: uuid('key_id')
      .notNull()
      .references(() => vapidKeys.id),
    label: text('label').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Time at which the browser last confirmed its subscription. */
    syncedAt: instant('synced_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    uniqueIndex('push_subscriptions_of_user').on(t.userId, t.endpoint),
    // A browser gets the notifications of one account at a time.
    uniqueIndex('push_subscriptions_active').on(t.endpoint).where(sql`session_id is not null`),
    index('push_subscriptions_by_endpoint').on(t.endpoint),
    index('push_subscriptions_by_session').on(t.sessionId).where(sql`session_id is not null`),
    index('push_subscriptions_by_key').on(t.keyId),
  ],
)

export const pushSettings = pgTable(
  'push_settings',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    showsContent: boolean('shows_content').notNull(),
    quietFrom: time('quiet_from'),
    quietUntil: time('quiet_until'),
  },
  (t) => [check('push_settings_quiet', sql`(${t.quietFrom} is null) = (${t.quietUntil} is null)`)],
)

/** Last push message per device and tag, used to detect repeats and to replace messages. Deleted after a week. */
export const pushMessages = pgTable(
  'push_messages',
  {
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    tag: text('tag').notNull(),
    notificationId: uuid('notification_id').notNull(),
    /** Not a foreign key: the row must outlive the comment, so that a message about a deleted comment is replaced. */
    commentId: uuid('comment_id'),
    /** `updated_at` of the notification when the message was sent. */
    notificationUpdatedAt: instant('notification_updated_at').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.tag] }),
    index('push_messages_of_comment').on(t.commentId).where(sql`comment_id is not null`),
    index('push_messages_by_time').on(t.sentAt),
  ],
)
