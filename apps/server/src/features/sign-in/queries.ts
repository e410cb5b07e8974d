import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import { matchesEmail, matchesIdentifier } from '#features/users/account/user-identifier.sql.ts'
import type { Db } from '#platform/database/db.ts'

/** An account that can log in. `isDuplicate`: it is pending, and another account has proven the same address. */
export type Account = {
  id: UserId
  username: string
  email: string
  zipHash: string | null
  passwordHash: string | null
  /** Time of the last change of zip code or password; null when it was never changed. */
  secretSetAt: string | null
  /** Whether a passkey has been offered after a log-in with a zip code. */
  wasOfferedPasskey: boolean
  state: 'pending' | 'active'
  isDuplicate: boolean
}

// A pending account expires after a day, which frees its username.
const unexpiredAccount = (now: Date) => sql`u.deleted_at is null
  and (u.state <> 'pending' or u.created_at > ${now.toISOString()}::timestamptz - interval '1 day')`

const accountColumns = sql`u.id, u.username, u.email, u.zip_hash as "zipHash",
  u.password_hash as "passwordHash", u.secret_set_at as "secretSetAt",
  u.passkey_offered_at is not null as "wasOfferedPasskey", u.state,
  u.state = 'pending' and exists (
    select 1 from users o
    where lower(o.email) in (lower(u.email), normalize(lower(u.email), NFD)) and o.state <> 'pending'
      and o.id <> u.id) as "isDuplicate"`

/**
 * Returns the account with this username or e-mail address, which the caller gives in lower case. Prefers an account
 * with a proven address to pending ones, then the typed spelling of the address, then the newest account.
 */
export const selectAccount = (db: Db, identifier: string, now: Date) =>
  db.row<Account>(sql`
    select ${accountColumns} from users u
    where ${matchesIdentifier(sql`u`, identifier)} and ${unexpiredAccount(now)}
    order by u.state = 'pending', lower(u.email) = ${identifier} desc, u.id desc limit 1`)

export const selectAccountById = (db: Db, id: UserId, now: Date) =>
  db.row<Account>(sql`select ${accountColumns} from users u where u.id = ${id} and ${unexpiredAccount(now)}`)

const isUsernameTaken = (username: SQL, now: Date) => sql`(exists (select 1 from users u where u.username = ${username}
        and (u.deleted_at is not null or ${unexpiredAccount(now)}))
        or exists (select 1 from former_usernames f
          where f.username = ${username} and f.until > ${now.toISOString()}::timestamptz))`

/** Returns the first `limit` of these usernames that are free, in the given order. */
export async function selectFreeUsernames(
  db: Db,
  names: readonly string[],
  { limit: most, now }: { limit: number; now: Date },
) {
  const rows = await db.rows<{ name: string }>(sql`
    select name from json_array_elements_text(${JSON.stringify(names)}) with ordinality as c (name, place)
    where not ${isUsernameTaken(sql`c.name`, now)} order by place limit ${most}`)
  return rows.map(({ name }) => name)
}

export const selectSignUpConflicts = (db: Db, username: string, email: string, now: Date) =>
  db.row<{ username: boolean; email: boolean }>(sql`
    select ${isUsernameTaken(sql`${username}`, now)} as username,
      exists (select 1 from users u where ${matchesEmail(sql`u.email`, email)} and u.state <> 'pending') as email`)

/** Deletes pending accounts older than a day: that of `username`, or all if it is null. Frees their usernames. */
export const deleteExpiredPendingUsers = (db: Db, now: Date, username: string | null) =>
  db.rows(sql`
    delete from users where state = 'pending' and created_at <= ${now.toISOString()}::timestamptz - interval '1 day'
      and (${username}::text is null or username = ${username})`)

/** Records that a passkey is offered. Returns false if one was offered before. */
export const markPasskeyOffered = async (db: Db, id: UserId, now: Date): Promise<boolean> => {
  const rows = await db.rows(sql`
    update users set passkey_offered_at = ${now.toISOString()} where id = ${id} and passkey_offered_at is null
    returning id`)
  return rows.length > 0
}

/** Replaces the hash `from` by the hash `to`. Does nothing if the user has set another secret since. */
export const updateSecretHash = (db: Db, id: UserId, from: string, to: string) =>
  db.rows(sql`
    update users set zip_hash = case when zip_hash = ${from} then ${to} else zip_hash end,
      password_hash = case when password_hash = ${from} then ${to} else password_hash end
    where id = ${id} and ${from} in (zip_hash, password_hash)`)

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

const challengeColumns = sql`id, user_id as "userId", code_hash as "codeHash", tries_left as "triesLeft",
  time_zone as "timeZone", used, expires_at as "expiresAt"`

export const selectChallenge = (db: Db, hash: Buffer) =>
  db.row<Challenge>(sql`select ${challengeColumns} from challenges where hash = ${hash}`)

/** Counts one try of a valid challenge and returns the challenge; otherwise undefined. */
export const countChallengeTry = (db: Db, hash: Buffer, now: Date) =>
  db.row<Challenge>(sql`
    update challenges set tries_left = tries_left - 1
    where hash = ${hash} and not used and tries_left > 0 and expires_at > ${now.toISOString()}
    returning ${challengeColumns}`)

/** Marks a challenge as used. Only one concurrent caller gets the row. */
export const markMailChallengeUsed = (db: Db, id: string) =>
  db.rows<{ id: string }>(sql`update challenges set used = true where id = ${id} and not used returning id`)

export const updateChallengeCode = (db: Db, id: string, codeHash: Buffer) =>
  db.rows(sql`update challenges set code_hash = ${codeHash} where id = ${id}`)

export const deleteChallenges = (db: Db, userId: UserId) =>
  db.rows(sql`delete from challenges where user_id = ${userId}`)

export const deleteChallengeByHash = (db: Db, hash: Buffer) => db.rows(sql`delete from challenges where hash = ${hash}`)

/** Deletes challenges before `newestId`, so that only the newest code is valid, even if mail jobs run out of order. */
export const deleteChallengesBefore = (db: Db, userId: UserId, newestId: string) =>
  db.rows(sql`delete from challenges where user_id = ${userId} and id < ${newestId}`)

export const selectChallengeAccount = (db: Db, id: string, now: Date) =>
  db.row<Account>(sql`
    select ${accountColumns} from challenges c join users u on u.id = c.user_id
    where c.id = ${id} and not c.used and c.expires_at > ${now.toISOString()} and ${unexpiredAccount(now)}`)
