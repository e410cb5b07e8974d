import type { PushSubscriptionId, SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { PushSettings } from '@pawtrait/contract/push.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isSessionActive } from '#features/sign-in/sessions/session-active.sql.ts'
import { type Db, idArray } from '#platform/database/db.ts'

/** SQL condition: subscription `s` has a valid session of its user. */
export const hasValidSession = (now: SQL) => sql`exists (
  select 1 from sessions se where se.id = s.session_id and se.user_id = s.user_id
    and ${isSessionActive(sql`se`, sql`${now}::timestamptz`)})`

/** Takes advisory locks on a user's subscriptions and on an endpoint, because limits on both span several rows. */
export async function lockSubscriptions(db: Db, user: UserId, endpoint: string): Promise<void> {
  for (const name of [`push-user:${user}`, `push-endpoint:${endpoint}`])
    await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

export type NewSubscription = {
  id: PushSubscriptionId
  userId: UserId
  sessionId: SessionId
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  keyId: string
  label: string
  /** Earlier endpoint of this browser. */
  replaces: string | undefined
  now: Date
}

type BrowserSubscription = Pick<NewSubscription, 'userId' | 'sessionId' | 'endpoint' | 'replaces'>

const isOfBrowser = ({ sessionId, replaces }: BrowserSubscription) =>
  sql`(session_id = ${sessionId} or endpoint = ${replaces ?? null})`

/** Returns a row if the user has a subscription for this browser. */
export const selectSubscriptionOfBrowser = (db: Db, s: BrowserSubscription) =>
  db.row(sql`
    select 1 from push_subscriptions
    where user_id = ${s.userId} and (endpoint = ${s.endpoint} or ${isOfBrowser(s)}) limit 1`)

/** Pauses other accounts' subscriptions for this endpoint; deletes the user's older endpoints of this browser. */
export async function retireBrowserSubscriptions(db: Db, s: BrowserSubscription): Promise<void> {
  await db.rows(sql`
    update push_subscriptions set session_id = null
    where endpoint = ${s.endpoint} and user_id <> ${s.userId} and session_id is not null`)
  await db.rows(sql`
    delete from push_subscriptions where user_id = ${s.userId} and endpoint <> ${s.endpoint} and ${isOfBrowser(s)}`)
}

/** Inserts a subscription, or updates keys and session of the user's subscription with this endpoint. */
export const upsertSubscription = (db: Db, s: NewSubscription) =>
  db.rows(sql`
    insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, key_id, label, created_at,
      synced_at)
    values (${s.id}, ${s.userId}, ${s.sessionId}, ${s.endpoint}, ${s.p256dh}, ${s.auth}, ${s.keyId}, ${s.label},
      ${s.now.toISOString()}, ${s.now.toISOString()})
    on conflict (user_id, endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh,
      auth = excluded.auth, key_id = excluded.key_id, label = excluded.label, synced_at = excluded.synced_at`)

/** Deletes a user's subscriptions, except the `limit` that their browsers confirmed last. */
export const deleteOldestSubscriptions = (db: Db, user: UserId, limit: number) =>
  db.rows(sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${user} order by synced_at desc, id desc offset ${limit}::int)`)

export type DeviceRow = {
  id: PushSubscriptionId
  label: string
  sessionId: SessionId | null
  isLoggedIn: boolean
  createdAt: string
  sentAt: string | null
}

export const selectDevices = (db: Db, user: UserId, now: Date) =>
  db.rows<DeviceRow>(sql`
    select s.id, s.label, s.session_id as "sessionId", ${hasValidSession(sql`${now.toISOString()}`)} as "isLoggedIn",
      s.created_at as "createdAt", s.sent_at as "sentAt"
    from push_subscriptions s where s.user_id = ${user} order by s.id`)

/** Deletes a subscription of the user; returns undefined if there is none. */
export const deleteOwnSubscription = (db: Db, user: UserId, id: PushSubscriptionId) =>
  db.row(sql`delete from push_subscriptions where user_id = ${user} and id = ${id} returning 1`)

export const deleteSubscription = (db: Db, id: PushSubscriptionId) =>
  db.rows(sql`delete from push_subscriptions where id = ${id}`)

export const deleteSubscriptionsOfSession = (db: Db, session: SessionId) =>
  db.rows(sql`delete from push_subscriptions where session_id = ${session}`)

/** Returns the users among `users` who have a device that is not paused. */
export const selectUsersWithDevice = async (db: Db, users: readonly UserId[]): Promise<Set<UserId>> =>
  new Set(
    (
      await db.rows<{ id: UserId }>(sql`
        select distinct user_id as id from push_subscriptions
        where user_id = any(${idArray(users)}::uuid[]) and session_id is not null`)
    ).map(({ id }) => id),
  )

export const selectPushSettings = async (db: Db, user: UserId): Promise<PushSettings> => {
  const row = await db.row<{ showContent: boolean; from: string | null; until: string | null }>(sql`
    select shows_content as "showContent", to_char(quiet_from, 'HH24:MI') as from,
      to_char(quiet_until, 'HH24:MI') as until
    from push_settings where user_id = ${user}`)
  const quietHours = row?.from && row.until ? { from: row.from, until: row.until } : null
  return { showContent: row?.showContent ?? false, quietHours }
}

export const upsertPushSettings = (db: Db, user: UserId, { showContent, quietHours }: PushSettings) =>
  db.rows(sql`
    insert into push_settings (user_id, shows_content, quiet_from, quiet_until)
    values (${user}, ${showContent}, ${quietHours?.from ?? null}::time, ${quietHours?.until ?? null}::time)
    on conflict (user_id) do update set shows_content = excluded.shows_content, quiet_from = excluded.quiet_from,
      quiet_until = excluded.quiet_until`)

/** Deletes messages sent before `messages`, and logged-out subscriptions last confirmed before `subscriptions`. */
export const deleteStalePushRows = (
  db: Db,
  { messages, subscriptions }: { messages: Date; subscriptions: Date },
  now: Date,
) =>
  db.rows(sql`
    with old as (delete from push_messages where sent_at < ${messages.toISOString()})
    delete from push_subscriptions s where s.synced_at < ${subscriptions.toISOString()}
      and not ${hasValidSession(sql`${now.toISOString()}`)}`)
