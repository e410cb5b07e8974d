import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { Session } from '@pawtrait/contract/users.ts'
import { type SQL, sql } from 'drizzle-orm'
import { userVisible } from '#features/blocks/visibility.sql.ts'
import { compiledFor } from '#platform/database/compiled.ts'
import { type Database, type Db, idArray } from '#platform/database/db.ts'
import { IDLE_DAYS, SESSION_DAYS } from './sessions/session-life.ts'

const instantOf = (now: Date) => sql`${now.toISOString()}::timestamptz`
const daysBefore = (now: SQL, days: number) => sql`${now} - ${sql.raw(String(days))} * interval '1 day'`

/** The session has not ended by itself. `s`: an alias of sessions. */
const sessionAlive = (s: SQL, now: SQL) => sql`(${s}.last_seen_at > ${daysBefore(now, IDLE_DAYS)}
  and ${s}.created_at > ${daysBefore(now, SESSION_DAYS)})`

/** Somebody of 13 to 17 whom no guardian has confirmed. */
export const isUnconfirmedMinor = sql`(age_band = '13-to-17' and guardian_confirmed_at is null) is true`

export type SessionRow = {
  asked: Buffer
  id: SessionId
  userId: UserId
  lastSeenAt: string
  isUnconfirmedMinor: boolean
}

/**
 * The session behind a token's hash, neither idle nor too old, whose user is there (`security.md` §3.1).
 * The answer repeats the hash, also when there is none: who asks must never be read from another question's answer.
 */
export async function selectSession(db: Database, hash: Buffer, now: Date): Promise<SessionRow | undefined> {
  const query = sql`
    select asked.hash as asked, s.id, s.user_id as "userId", s.last_seen_at as "lastSeenAt",
      ${isUnconfirmedMinor} as "isUnconfirmedMinor"
    from (values (${hash}::bytea)) asked (hash) left join (sessions s join users u on u.id = s.user_id)
      on s.hash = asked.hash and u.state = 'active' and u.deleted_at is null
      and ${sessionAlive(sql`s`, instantOf(now))}`
  const row = await db.proven<SessionRow | { asked: Buffer; id: null }>(query, ({ asked }) => asked.equals(hash))
  return row.id === null ? undefined : row
}

export const selectUsersLocked = (db: Db, users: readonly UserId[]) =>
  db.rows(sql`select 1 from users where id = any(${idArray(users)}::uuid[]) order by id for no key update`)

/** Whether a session found earlier still counts, by the same rules. */
export const selectSessionLives = (db: Db, id: SessionId, now: Date) =>
  db.row(sql`
    select 1 from sessions s join users u on u.id = s.user_id
    where s.id = ${id} and u.state = 'active' and u.deleted_at is null
      and ${sessionAlive(sql`s`, instantOf(now))}`)

/** Whichever is found first. */
export const selectSomeSession = (db: Db) =>
  db.row<{ viewer: UserId; session: SessionId }>(sql`select user_id as viewer, id as session from sessions limit 1`)

export const updateSessionSeen = (db: Db, id: SessionId, now: Date) =>
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

/** Who may sign in under a name or an address; `doubles`: a pending account whose address another one has proven. */
export const selectCreatedAt = (db: Db, id: UserId) =>
  db.row<{ createdAt: string }>(sql`select created_at as "createdAt" from users where id = ${id}`)

export type Account = {
  id: UserId
  username: string
  email: string
  zipHash: string | null
  passwordHash: string | null
  /** When the secret was last changed; null: never. */
  secretSetAt: string | null
  state: 'pending' | 'active'
  doubles: boolean
}

// A pending account keeps its username for a day. `security.md` §2.3
const alive = (now: Date) => sql`u.deleted_at is null
  and (u.state <> 'pending' or u.created_at > ${now.toISOString()}::timestamptz - interval '1 day')`

const account = sql`u.id, u.username, u.email, u.zip_hash as "zipHash",
  u.password_hash as "passwordHash", u.secret_set_at as "secretSetAt", u.state,
  u.state = 'pending' and exists (
    select 1 from users o where lower(o.email) = lower(u.email) and o.state <> 'pending' and o.id <> u.id) as doubles`

/** Identifier: a username or an address, in lower case. Among pending accounts of one address the newest. */
export const selectAccount = (db: Db, identifier: string, now: Date) =>
  db.row<Account>(sql`
    select ${account} from users u
    where (u.username = ${identifier} or lower(u.email) = ${identifier}) and ${alive(now)}
    order by u.state = 'pending', u.id desc limit 1`)

export const selectAccountById = (db: Db, id: UserId, now: Date) =>
  db.row<Account>(sql`select ${account} from users u where u.id = ${id} and ${alive(now)}`)

/** The users of a name and of an address, whichever exist and hold them. */
export const selectTaken = (db: Db, username: string, email: string, now: Date) =>
  db.row<{ username: boolean; email: boolean }>(sql`
    select exists (select 1 from users u where u.username = ${username}
        and (u.deleted_at is not null or ${alive(now)}))
        or exists (select 1 from former_usernames f
          where f.username = ${username} and f.until > ${now.toISOString()}::timestamptz) as username,
      exists (select 1 from users u where lower(u.email) = lower(${email}) and u.state <> 'pending') as email`)

/** Frees the names of accounts that nobody proved within a day; one name, or all of them. */
export const deletePending = (db: Db, now: Date, username: string | null) =>
  db.rows(sql`
    delete from users where state = 'pending' and created_at <= ${now.toISOString()}::timestamptz - interval '1 day'
      and (${username}::text is null or username = ${username})`)

export const deleteUser = (db: Db, id: UserId) => db.rows(sql`delete from users where id = ${id}`)

export const updateTimeZone = (db: Db, id: UserId, timeZone: string) =>
  db.rows(sql`update users set time_zone = ${timeZone} where id = ${id}`)

/** Replaces a hash unless it has been replaced meanwhile: a new secret must not be taken back. */
export const updateSecretHash = (db: Db, id: UserId, from: string, to: string) =>
  db.rows(sql`
    update users set zip_hash = case when zip_hash = ${from} then ${to} else zip_hash end,
      password_hash = case when password_hash = ${from} then ${to} else password_hash end
    where id = ${id} and ${from} in (zip_hash, password_hash)`)

/** Hashes as one parameter. */
const hashes = (list: readonly Buffer[]) =>
  sql`${`{${list.map((h) => `"\\\\x${h.toString('hex')}"`).join(',')}}`}::text::bytea[]`

/** The device of a browser's cookie that belongs to the account of this name or address. */
export const selectDevice = (db: Db, list: readonly Buffer[], identifier: string) =>
  db.row<{ hash: Buffer }>(sql`
    select d.hash from devices d join users u on u.id = d.user_id
    where d.hash = any(${hashes(list)}) and (u.username = ${identifier} or lower(u.email) = ${identifier})`)

export const insertDevice = (db: Db, hash: Buffer, userId: UserId, now: Date) =>
  db.rows(sql`
    insert into devices (hash, user_id, created_at, last_used_at)
    values (${hash}, ${userId}, ${now.toISOString()}, ${now.toISOString()})`)

export const updateDeviceUsed = (db: Db, hash: Buffer, now: Date) =>
  db.rows(sql`update devices set last_used_at = ${now.toISOString()} where hash = ${hash}`)

export const selectDeviceOf = (db: Db, hash: Buffer, userId: UserId) =>
  db.row(sql`select 1 from devices where hash = ${hash} and user_id = ${userId}`)

export const deleteDevice = (db: Db, hash: Buffer) => db.rows(sql`delete from devices where hash = ${hash}`)

/** Everything that lets a browser in without the zip code. Gives the sessions that ended. */
export const deleteAllAccess = (db: Db, userId: UserId) =>
  db.rows<{ id: SessionId }>(sql`
    with devices as (delete from devices where user_id = ${userId}),
      codes as (delete from challenges where user_id = ${userId})
    delete from sessions where user_id = ${userId} returning id`)

export const deleteSessionByHash = (db: Db, hash: Buffer) =>
  db.rows<{ id: SessionId }>(sql`delete from sessions where hash = ${hash} returning id`)

export const deleteSession = (db: Db, userId: UserId, id: SessionId) =>
  db.rows<{ id: SessionId }>(sql`delete from sessions where user_id = ${userId} and id = ${id} returning id`)

export const deleteOtherSessions = (db: Db, userId: UserId, kept: SessionId) =>
  db.rows<{ id: SessionId }>(sql`delete from sessions where user_id = ${userId} and id <> ${kept} returning id`)

/** Ends all but the `most` last used sessions of a user. */
export const deleteOldestSessions = (db: Db, userId: UserId, most: number) =>
  db.rows<{ id: SessionId }>(sql`
    delete from sessions where id in (
      select id from sessions where user_id = ${userId} order by last_seen_at desc, id desc offset ${most}::int)
    returning id`)

export type SessionListRow = Omit<Session, 'current'>

/** Last used first; ended ones are not there. */
export const selectSessions = (db: Db, userId: UserId, now: Date) =>
  db.rows<SessionListRow>(sql`
    select id, label, network, created_at as "createdAt", last_seen_at as "lastSeenAt", time_zone as "timeZone"
    from sessions where user_id = ${userId} and ${sessionAlive(sql`sessions`, instantOf(now))}
    order by last_seen_at desc, id desc`)

export type NewChallenge = {
  id: string
  hash: Buffer
  userId: UserId | null
  codeHash: Buffer
  triesLeft: number
  timeZone: string | null
  expiresAt: Date
}

export const insertChallenge = (db: Db, c: NewChallenge) =>
  db.rows(sql`
    insert into challenges (id, hash, user_id, code_hash, tries_left, time_zone, expires_at)
    values (${c.id}, ${c.hash}, ${c.userId}, ${c.codeHash}, ${c.triesLeft}, ${c.timeZone},
      ${c.expiresAt.toISOString()})`)

export type Challenge = {
  id: string
  userId: UserId | null
  codeHash: Buffer
  triesLeft: number
  timeZone: string | null
  used: boolean
  expiresAt: string
}

const challenge = sql`id, user_id as "userId", code_hash as "codeHash", tries_left as "triesLeft",
  time_zone as "timeZone", used, expires_at as "expiresAt"`

export const selectChallenge = (db: Db, hash: Buffer) =>
  db.row<Challenge>(sql`select ${challenge} from challenges where hash = ${hash}`)

/** Uses up one try of a challenge that still counts. */
export const updateChallengeTry = (db: Db, hash: Buffer, now: Date) =>
  db.row<Challenge>(sql`
    update challenges set tries_left = tries_left - 1
    where hash = ${hash} and not used and tries_left > 0 and expires_at > ${now.toISOString()} returning ${challenge}`)

/** Gives a row to one caller only. */
export const updateChallengeUsed = (db: Db, id: string) =>
  db.rows<{ id: string }>(sql`update challenges set used = true where id = ${id} and not used returning id`)

export const updateChallengeCode = (db: Db, id: string, codeHash: Buffer) =>
  db.rows(sql`update challenges set code_hash = ${codeHash} where id = ${id}`)

export const deleteChallenges = (db: Db, userId: UserId) =>
  db.rows(sql`delete from challenges where user_id = ${userId}`)

export const deleteChallengeByHash = (db: Db, hash: Buffer) => db.rows(sql`delete from challenges where hash = ${hash}`)

/** An account has one code that counts: the newest, whichever job is run first. */
export const deleteChallengesBefore = (db: Db, userId: UserId, kept: string) =>
  db.rows(sql`delete from challenges where user_id = ${userId} and id < ${kept}`)

export const selectChallengeAccount = (db: Db, id: string, now: Date) =>
  db.row<Account>(sql`
    select ${account} from challenges c join users u on u.id = c.user_id
    where c.id = ${id} and not c.used and c.expires_at > ${now.toISOString()} and ${alive(now)}`)

/** Removes sessions, codes, links and devices that let nobody in any more. */
export const deleteEndedAccess = (db: Db, now: Date) =>
  db.rows(sql`
    with at as (select ${now.toISOString()}::timestamptz as now),
      codes as (delete from challenges using at where expires_at < at.now - interval '1 day'),
      links as (delete from reset_links using at where expires_at < at.now - interval '30 days'),
      unused as (delete from devices using at where last_used_at < at.now - interval '400 days')
    delete from sessions using at
    where not ${sessionAlive(sql`sessions`, sql`at.now`)}`)

const visibleUser = compiledFor<{ id: UserId }>(
  ['id'],
  (viewer, { id }) => sql`select 1 from users u where u.id = ${id} and ${userVisible(viewer, 'u')}`,
)

export const selectVisibleUser = (db: Db, viewer: UserId | null, id: UserId) => db.row(visibleUser(viewer, { id }))

type AccountChange = { [field in 'fullname' | 'bio' | 'timeZone']?: string | undefined }

/** What is absent stays. */
export const updateAccount = (db: Db, id: UserId, change: AccountChange) =>
  db.rows(sql`
    update users set fullname = coalesce(${change.fullname ?? null}, fullname),
      bio = coalesce(${change.bio ?? null}, bio),
      time_zone = coalesce(${change.timeZone ?? null}, time_zone)
    where id = ${id}`)
