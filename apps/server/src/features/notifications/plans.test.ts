import type { CommentId, NotificationId, PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { MIN_ID } from '#platform/database/cursor.ts'
import type { Db } from '#platform/database/db.ts'
import { explainPlans, seededDatabaseForFile } from '#testing/database/query-plans.ts'
import { insertBirthdayNotifications, selectBirthdayRecipients } from './birthday-queries.ts'
import {
  deleteActorFromGroup,
  deleteActorFromNotificationsOfUser,
  deleteNotificationActor,
  upsertNotifications,
} from './notification-actor-queries.ts'
import { selectNotificationPage } from './notification-page-queries.ts'
import { selectUnreadNotificationsOfGroup, updateNotificationReadAt, updateNotificationsReadAt } from './queries.ts'
import {
  selectCommentRecipients,
  selectFollowRecipients,
  selectLikeRecipients,
  selectPetFollowRecipients,
} from './recipient-queries.ts'
import { selectUnreadCount, selectUnreadCounts } from './visible-notification-queries.ts'

const user = '00000000-0000-7000-8000-000000000001'
const userId = user as UserId
const now = new Date('2026-11-21T12:00:00Z')

const tables = [
  'users',
  'posts',
  'pets',
  'likes',
  'follows',
  'pet_follows',
  'comments',
  'notifications',
  'notification_actors',
]

/**
 * Seeds 4,000 users, each with a post, a pet and 9 notifications. `user` likes all posts and has 4,009 notifications.
 */
async function seed(db: Db) {
  await db.rows(sql`
    insert into users (id, username, fullname, email, state, time_zone, created_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'u' || n, 'U', n || '@example.test',
      'active', 'UTC', now() from generate_series(1, 4000) n`)
  await db.rows(sql`
    with p as (insert into pets (id, slug, name, species, backdrop, created_at)
      select id, username, 'pet', 'dog', 'moss', now() from users returning id)
    insert into pet_people (pet_id, user_id, role, created_at) select id, id, 'owner', now() from p`)
  await db.rows(sql`
    with p as (insert into posts (id, author_id, caption, place, audience, is_ready, posted_at)
      select id, id, '', '', 'everyone', true, now() from users returning id),
    l as (insert into likes (post_id, user_id, created_at) select id, ${user}, now() from p),
    f as (insert into follows (follower_id, followee_id, created_at)
      select id, ${user}::uuid, now() from p where id <> ${user}),
    pf as (insert into pet_follows (user_id, pet_id, created_at) select id, ${user}::uuid, now() from p)
    insert into comments (id, post_id, author_id, text, created_at) select id, id, id, '', now() from p`)
  await db.rows(sql`
    with n as (insert into notifications (id, user_id, type, group_key, post_id, actor_count, created_at, updated_at,
        read_at)
      select gen_random_uuid(), case when g % 10 = 0 then ${user}::uuid else u.id end, 'like', 'like:' || u.id || g,
        u.id, 1, now(), now() - g * interval '1 minute', case when g % 3 > 0 then now() end
      from users u, generate_series(1, 10) g returning id, post_id)
    insert into notification_actors (notification_id, actor_id, at) select id, post_id, now() from n`)
}

const database = seededDatabaseForFile(seed)

const explain = (run: (db: Db) => Promise<unknown>) => explainPlans(database, run, tables)
const query = { user: userId, types: null, limit: 21, now }
const line = {
  id: user as NotificationId,
  userId: userId,
  type: 'like',
  groupKey: 'g',
  postId: user as PostId,
} as const
const cause = { by: userId, at: now }

describe('notification query plan', () => {
  const reads: [string, string, (db: Db) => Promise<unknown>][] = [
    ['the first page', 'notifications_newest', (db) => selectNotificationPage(db, { ...query, after: undefined })],
    [
      'the actors of the first page',
      'notification_actors_newest',
      (db) => selectNotificationPage(db, { ...query, after: undefined }),
    ],
    [
      'a later page filtered by `part`',
      'notifications_newest',
      (db) => selectNotificationPage(db, { ...query, types: ['mention'], after: { at: now.toISOString(), id: user } }),
    ],
    ['the unread count', 'notifications_unread_group', (db) => selectUnreadCount(db, userId, now)],
    ['the unread counts of online users', 'notifications_unread_group', (db) => selectUnreadCounts(db, [userId], now)],
    [
      'the unread birthday lines of online users',
      'notifications_unread_group',
      (db) => selectUnreadNotificationsOfGroup(db, [userId], 'k'),
    ],
  ]
  it.each(reads)('reads %s through an index, without a table scan', async (_what, index, run) => {
    const { indexes, scanned } = await explain(run)
    expect(indexes).toContain(index)
    expect(scanned).toEqual([])
  })

  const post = user as PostId
  const birthday = { petId: user as PetId, groupKey: 'k', at: now }
  const writes: [string, (db: Db) => Promise<unknown>][] = [
    ['the recipients of a like', (db) => selectLikeRecipients(db, [{ postId: post, by: userId }])],
    ['the recipients of a follow', (db) => selectFollowRecipients(db, userId, userId)],
    ['the recipients of a pet follow', (db) => selectPetFollowRecipients(db, { pet: user as PetId, by: userId, now })],
    [
      'the recipients of a comment',
      (db) =>
        selectCommentRecipients(db, { commentId: user as CommentId, postId: post, by: userId, mentions: [userId] }),
    ],
    ['inserting a line', (db) => upsertNotifications(db, [{ ...line, ...cause }])],
    ['the removal of a like', (db) => deleteActorFromGroup(db, userId, 'like:x', [userId])],
    ['the removal of a blocked user', (db) => deleteActorFromNotificationsOfUser(db, userId, userId)],
    ['the removal of an actor', (db) => deleteNotificationActor(db, userId, [line.id])],
    ['marking a line as read', (db) => updateNotificationReadAt(db, userId, line.id, now)],
    ['marking all lines as read', (db) => updateNotificationsReadAt(db, userId, now.toISOString(), now)],
    ['the recipients of a birthday', (db) => selectBirthdayRecipients(db, birthday, MIN_ID, 1_000)],
    ['inserting birthday lines', (db) => insertBirthdayNotifications(db, birthday, [line])],
  ]
  it.each(writes)('needs no table scan for %s', async (_what, run) => {
    expect((await explain(run)).scanned).toEqual([])
  })
})
