import type {
  CommentId,
  DecisionId,
  InviteId,
  NotificationId,
  PostId,
  PushSubscriptionId,
  StoryId,
  UserId,
} from '@pawtrait/contract/ids.ts'
import type { NotificationType } from '@pawtrait/contract/notifications.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isUserDiscoverable } from '#features/blocks/discoverable.sql.ts'
import { hasHidden, hasMuted, isPetVisible, isPostUnhidden, isUserVisible } from '#features/blocks/visibility.sql.ts'
import {
  hasNoActors,
  isActorCommentVisible,
  MAX_UNREAD,
  SCAN_LIMIT,
  unreadNotifications,
  visibleNotifications,
} from '#features/notifications/visible-notifications.sql.ts'
import { compileStatement } from '#platform/database/compile-statement.ts'
import type { Db } from '#platform/database/db.ts'
import { hasValidSession } from './queries.ts'

/** A subscribed browser, with the VAPID key of its subscription. */
export type DeviceTarget = {
  subscriptionId: PushSubscriptionId
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  publicKey: string
  sealed: string
  /** Username of the account that the message is for. */
  username: string
  /** Number of unread notifications of the account, at most 100. */
  unread: number
}

/** Current state of a notification as its owner may see it, for one device of the owner. */
export type Delivery = DeviceTarget & {
  showContent: boolean
  type: NotificationType
  groupKey: string
  updatedAt: string
  /** Usernames of the newest visible actors, at most two. */
  names: string[]
  actorCount: number
  postId: PostId | null
  /** The newest visible comment of an actor, or the owner's comment that was liked. */
  commentId: CommentId | null
  /** First 120 characters of the comment or story reply. Null if the author's account is private. */
  excerpt: string | null
  petName: string | null
  petSlug: string | null
  inviteId: InviteId | null
  decisionId: DecisionId | null
  storyId: StoryId | null
}

const MAX_ACTORS = 100
const EXCERPT_LENGTH = 120

/** Types with many events within minutes. */
const frequentTypes = sql`('like', 'comment-like', 'follow', 'pet-follow', 'pet-person', 'story-paw')`
/** Minimum pause between two messages about one notification of a frequent type. */
const FREQUENT_PAUSE = sql`interval '15 minutes'`

/** Maximum age of a notification's latest event. Older notifications are not sent. */
const LONGEST_DELAY = sql`interval '1 day'`

// Scans as many rows as `selectUnreadCounts`, so that a push message and the app show the same number on the badge.
const countUnread = (owner: SQL, now: SQL) => sql`(select count(*) from (
  with ${visibleNotifications(owner, now, unreadNotifications(owner, sql`${sql.raw(String(SCAN_LIMIT))}`))}
  select 1 from visible limit ${sql.raw(String(MAX_UNREAD))}) counted)::int`

const deviceColumns = (unreadCount: SQL) => sql`s.id as "subscriptionId", s.endpoint, s.p256dh, s.auth,
  k.public_key as "publicKey", k.sealed_private_key as sealed, u.username, ${unreadCount} as unread`

/** Visible, discoverable actors of notification `n` that the owner has neither muted nor hidden, newest first. */
const actors = (owner: SQL, now: SQL) => sql`
  select na.actor_id, na.at, na.comment_id, au.username, au.is_private
  from visible n join notification_actors na on na.notification_id = n.id join users au on au.id = na.actor_id
  where ${isUserVisible(owner, 'au')} and ${isUserDiscoverable(owner, 'au')} and ${isActorCommentVisible(sql`n.type`)}
    and not ${hasMuted(owner, sql`au.id`)} and not ${hasHidden(owner, sql`vh.hidden_user_id = au.id`, now)}
  order by na.at desc, na.actor_id desc limit ${sql.raw(String(MAX_ACTORS))}`

const newestFirst = (column: 'username' | 'comment_id') =>
  sql`array_agg(${sql.raw(column)} order by at desc, actor_id desc)`

/** SQL condition: notification `n` is unread and recent, and no setting, mute or hide of the owner excludes it. */
const isWanted = (owner: SQL, now: SQL) => sql`
  n.read_at is null and n.updated_at > ${now}::timestamptz - ${LONGEST_DELAY}
  and (${hasNoActors} or exists (select 1 from actors))
  and not exists (select 1 from notifications_off o where o.user_id = ${owner} and o.type = n.type)
  and not exists (select 1 from thread_mutes tm where tm.user_id = ${owner} and tm.post_id = n.post_id)
  and (n.post_id is null
    or exists (select 1 from posts p where p.id = n.post_id and ${isPostUnhidden(owner, 'p', now)}))
  and (n.pet_id is null or not ${hasHidden(owner, sql`vh.hidden_pet_id = n.pet_id`, now)})`

const isQuiet = (now: SQL) => sql`(st.quiet_from is not null and (
  select case when st.quiet_from < st.quiet_until then l.t >= st.quiet_from and l.t < st.quiet_until
    else l.t >= st.quiet_from or l.t < st.quiet_until end
  from (select (${now}::timestamptz at time zone u.time_zone)::time as t) l))`

/**
 * SQL condition: the device has no message about notification `n`, or `n` changed after its last message `m`. For
 * frequent types, the pause after `m` must be over too.
 */
const isNewOrChanged = (now: SQL) => sql`(m.tag is null or (m.notification_updated_at < n.updated_at
  and (n.type not in ${frequentTypes} or m.sent_at < ${now}::timestamptz - ${FREQUENT_PAUSE})))`

const selectExcerpt = (text: SQL, author: SQL) =>
  sql`case when not ${author}.is_private then left(${text}, ${sql.raw(String(EXCERPT_LENGTH))}) end`

const comment = (column: SQL) => sql`(
  select ${column} from comments c join users cu on cu.id = c.author_id where c.id = coalesce(h.said, n.comment_id))`

const storyReply = sql`(
  select ${selectExcerpt(sql`sr.text`, sql`ru`)} from story_replies sr join users ru on ru.id = sr.author_id
  where sr.id = n.story_reply_id)`

const storyId = sql`coalesce(n.story_id, (select sr.story_id from story_replies sr where sr.id = n.story_reply_id))`

type Values = { user: string; notification: string; subscription: string | null; now: string }

// One statement reads visibility, settings and devices from one snapshot.
const deliveries = compileStatement<Values>(
  ['user', 'notification', 'subscription', 'now'],
  ({ user, notification, subscription, now }) => {
    const owner = sql`${user}::uuid`
    const notificationRow = sql`select * from notifications where id = ${notification} and user_id = ${owner}`
    return sql`
      with ${visibleNotifications(owner, now, notificationRow)}, actors as materialized (${actors(owner, now)}),
        unread as materialized (select ${countUnread(owner, now)} as count)
      select ${deviceColumns(sql`(select count from unread)`)},
        coalesce(st.shows_content, false) as "showContent", n.type, n.group_key as "groupKey",
        n.updated_at as "updatedAt", coalesce(h.names[1:2], '{}') as names,
        h.count as "actorCount", n.post_id as "postId", ${comment(sql`c.id`)} as "commentId",
        coalesce(${comment(selectExcerpt(sql`c.text`, sql`cu`))}, ${storyReply}) as excerpt,
        t.name as "petName", t.slug as "petSlug", n.invite_id as "inviteId", n.decision_id as "decisionId",
        ${storyId} as "storyId"
      from visible n
        cross join (select count(*)::int as count, ${newestFirst('username')} as names,
          (${newestFirst('comment_id')})[1] as said from actors) h
        join users u on u.id = n.user_id and u.state = 'active' and u.deleted_at is null
        join push_subscriptions s on s.user_id = u.id and s.id = coalesce(${subscription}::uuid, s.id)
        join vapid_keys k on k.id = s.key_id
        left join push_settings st on st.user_id = u.id
        left join push_messages m on m.subscription_id = s.id and m.notification_id = n.id
        left join pets t on t.id = n.pet_id and ${isPetVisible(owner, 't')}
      where ${hasValidSession(now)} and ${isWanted(owner, now)} and ${isNewOrChanged(now)} and not ${isQuiet(now)}
      order by s.id`
  },
)

export type DeliveryKey = { userId: UserId; notificationId: NotificationId; subscriptionId: PushSubscriptionId | null }

/** Returns the devices to send a notification to; none if the owner may not see it or has excluded it. */
export const selectDeliveries = (db: Db, { userId, notificationId, subscriptionId }: DeliveryKey, now: Date) =>
  db.rows<Delivery>(
    deliveries({ user: userId, notification: notificationId, subscription: subscriptionId, now: now.toISOString() }),
  )

/** Returns the user's device for a test message. `isLoggedIn`: the device has a valid session of the user. */
export const selectOwnDevice = (db: Db, user: UserId, id: PushSubscriptionId, now: Date) =>
  db.row<DeviceTarget & { isLoggedIn: boolean }>(sql`
    select ${deviceColumns(countUnread(sql`u.id`, sql`${now.toISOString()}`))},
      ${hasValidSession(sql`${now.toISOString()}`)} as "isLoggedIn"
    from push_subscriptions s join users u on u.id = s.user_id join vapid_keys k on k.id = s.key_id
    where s.id = ${id} and s.user_id = ${user}`)

export type SentMessage = {
  subscriptionId: PushSubscriptionId
  tag: string
  notificationId: NotificationId
  commentId: CommentId | null
  notificationUpdatedAt: string
}

/** Records the last push message with this notification tag to a device. Also updates the device's `sent_at`. */
export const upsertPushMessage = (db: Db, m: SentMessage, now: Date) =>
  db.rows(sql`
    with sent as (update push_subscriptions set sent_at = ${now.toISOString()} where id = ${m.subscriptionId}
      returning id)
    insert into push_messages (subscription_id, tag, notification_id, comment_id, notification_updated_at, sent_at)
    select id, ${m.tag}, ${m.notificationId}::uuid, ${m.commentId}::uuid, ${m.notificationUpdatedAt}::timestamptz,
      ${now.toISOString()}::timestamptz from sent
    on conflict (subscription_id, tag) do update set notification_id = excluded.notification_id,
      comment_id = excluded.comment_id, notification_updated_at = excluded.notification_updated_at,
      sent_at = excluded.sent_at`)

export const updateDeviceSentAt = (db: Db, id: PushSubscriptionId, now: Date) =>
  db.rows(sql`update push_subscriptions set sent_at = ${now.toISOString()} where id = ${id}`)

export const hasPushMessageOfComment = (db: Db, comment: CommentId) =>
  db.row(sql`select 1 from push_messages where comment_id = ${comment} limit 1`)

export type ShownMessage = DeviceTarget & { tag: string }

/** Returns the logged-in devices that still show a message about a comment, with the tag of the message. */
export const selectPushMessagesOfComment = (db: Db, comment: CommentId, now: Date) =>
  db.rows<ShownMessage>(sql`
    select ${deviceColumns(countUnread(sql`u.id`, sql`${now.toISOString()}`))}, m.tag
    from push_messages m join push_subscriptions s on s.id = m.subscription_id
      join users u on u.id = s.user_id and u.state = 'active' and u.deleted_at is null
      join vapid_keys k on k.id = s.key_id
    where m.comment_id = ${comment} and ${hasValidSession(sql`${now.toISOString()}`)} order by s.id`)

export const deletePushMessage = (db: Db, subscription: PushSubscriptionId, tag: string, comment: CommentId) =>
  db.rows(sql`
    delete from push_messages where subscription_id = ${subscription} and tag = ${tag} and comment_id = ${comment}`)
