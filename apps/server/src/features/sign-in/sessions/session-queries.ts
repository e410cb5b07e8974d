import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { Session } from '@pawtrait/contract/sign-in/sign-in.ts'
import { sql } from 'drizzle-orm'
import { isUnconfirmedMinor } from '#features/age/unconfirmed-minor.sql.ts'
import { matchesIdentifier } from '#features/users/account/user-identifier.sql.ts'
import type { Database, Db } from '#platform/database/db.ts'
import { isSessionActive } from './session-active.sql.ts'

const toTimestamptz = (now: Date) => sql`${now.toISOString()}::timestamptz`

export type SessionRow = {
  asked: Buffer
  id: SessionId
  userId: UserId
  lastSeenAt: string
  isUnconfirmedMinor: boolean
}

/**
 * Returns the valid session with this token hash, if its user is active. Compares the hash in the result row with the
 * requested one: a mixed-up query result must never log in another user.
 */
export async function selectSession(db: Database, hash: Buffer, now: Date): Promise<SessionRow | undefined> {
  const query = sql`
    select asked.hash as asked, s.id, s.user_id as "userId", s.last_seen_at as "lastSeenAt",
      ${isUnconfirmedMinor} as "isUnconfirmedMinor"
    from (values (${hash}::bytea)) asked (hash) left join (sessions s join users u on u.id = s.user_id)
      on s.hash = asked.hash and u.state = 'active' and u.deleted_at is null
      and ${isSessionActive(sql`s`, toTimestamptz(now))}`
  const row = await db.verifiedRow<SessionRow | { asked: Buffer; id: null }>(query, ({ asked }) => asked.equals(hash))
  return row.id === null ? undefined : row
}

/** Returns a row if the session is still valid and its user is active. */
export const selectValidSession = (db: Db, id: SessionId, now: Date) =>
  db.row(sql`
    select 1 from sessions s join users u on u.id = s.user_id
    where s.id = ${id} and u.state = 'active' and u.deleted_at is null
      and ${isSessionActive(sql`s`, toTimestamptz(now))}`)

export const selectAnySession = (db: Db) =>
  db.row<{ viewer: UserId; session: SessionId }>(sql`select user_id as viewer, id as session from sessions limit 1`)

export const updateSessionLastSeen = (db: Db, id: SessionId, now: Date) =>
  db.rows(sql`update sessions set last_seen_at = ${now.toISOString()} where id = ${id}`)

export type NewSession = {
  id: SessionId
  hash: Buffer
  userId: UserId
  label: string
  network: string
  timeZone?: string | undefined
  now: Date
}

export const insertSession = (db: Db, s: NewSession) =>
  db.rows(sql`
    insert into sessions (id, hash, user_id, created_at, last_seen_at, label, network, time_zone)
    values (${s.id}, ${s.hash}, ${s.userId}, ${s.now.toISOString()}, ${s.now.toISOString()}, ${s.label}, ${s.network},
      ${s.timeZone ?? null})`)

export const deleteSessionByHash = (db: Db, hash: Buffer) =>
  db.rows<{ id: SessionId }>(sql`delete from sessions where hash = ${hash} returning id`)

export const deleteSession = (db: Db, userId: UserId, id: SessionId) =>
  db.rows<{ id: SessionId }>(sql`delete from sessions where user_id = ${userId} and id = ${id} returning id`)

export const deleteOtherSessions = (db: Db, userId: UserId, currentId: SessionId) =>
  db.rows<{ id: SessionId }>(sql`delete from sessions where user_id = ${userId} and id <> ${currentId} returning id`)

export const deleteOldestSessions = (db: Db, userId: UserId, limit: number) =>
  db.rows<{ id: SessionId }>(sql`
    delete from sessions where id in (
      select id from sessions where user_id = ${userId} order by last_seen_at desc, id desc offset ${limit}::int)
    returning id`)

export type SessionListRow = Omit<Session, 'current'>

export const selectSessions = (db: Db, userId: UserId, now: Date) =>
  db.rows<SessionListRow>(sql`
    select id, label, network, created_at as "createdAt", last_seen_at as "lastSeenAt", time_zone as "timeZone"
    from sessions where user_id = ${userId} and ${isSessionActive(sql`sessions`, toTimestamptz(now))}
    order by last_seen_at desc, id desc`)

export const deleteExpiredSignInRows = (db: Db, now: Date) =>
  db.rows(sql`
    with at as (select ${now.toISOString()}::timestamptz as now),
      codes as (delete from challenges using at where expires_at < at.now - interval '1 day'),
      links as (delete from reset_links using at where expires_at < at.now - interval '30 days'),
      unused as (delete from devices using at where last_used_at < at.now - interval '400 days')
    delete from sessions using at
    where not ${isSessionActive(sql`sessions`, sql`at.now`)}`)

const toHashArray = (list: readonly Buffer[]) =>
  sql`${`{${list.map((h) => `"\\\\x${h.toString('hex')}"`).join(',')}}`}::text::bytea[]`

/** Returns the known device with a token hash in `list`, if its user has this username or e-mail address. */
export const selectDevice = (db: Db, list: readonly Buffer[], identifier: string) =>
  db.row<{ hash: Buffer }>(sql`
    select d.hash from devices d join users u on u.id = d.user_id
    where d.hash = any(${toHashArray(list)}) and ${matchesIdentifier(sql`u`, identifier)}`)

export const insertDevice = (db: Db, hash: Buffer, userId: UserId, now: Date) =>
  db.rows(sql`
    insert into devices (hash, user_id, created_at, last_used_at)
    values (${hash}, ${userId}, ${now.toISOString()}, ${now.toISOString()})`)

export const markDeviceUsed = (db: Db, hash: Buffer, now: Date) =>
  db.rows(sql`update devices set last_used_at = ${now.toISOString()} where hash = ${hash}`)

export const selectDeviceOf = (db: Db, hash: Buffer, userId: UserId) =>
  db.row(sql`select 1 from devices where hash = ${hash} and user_id = ${userId}`)

export const deleteDevice = (db: Db, hash: Buffer) => db.rows(sql`delete from devices where hash = ${hash}`)

export const updateTimeZone = (db: Db, id: UserId, timeZone: string) =>
  db.rows(sql`update users set time_zone = ${timeZone} where id = ${id}`)
