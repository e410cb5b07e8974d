import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { AccountEvent } from '@pawtrait/contract/sign-in/credentials.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'

export type CredentialRow = {
  hasZip: boolean
  hasPassword: boolean
  passkeys: number
  since: string
  isSudo: boolean
  recoveryCodes: { since: string; left: number } | null
}

/** Returns the credentials of the session's user. `isSudo` is true if `sudo`, the hash of a cookie, is valid. */
export const selectCredentials = (db: Db, session: SessionId, sudo: Buffer | null, now: Date) =>
  db.row<CredentialRow>(sql`
    select u.zip_hash is not null as "hasZip", u.password_hash is not null as "hasPassword",
      (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys,
      (select jsonb_build_object('since', min(r.counts_since), 'left', count(*) filter (where r.used_at is null))
        from recovery_codes r where r.user_id = u.id and r.counts_since is not null
        having count(*) > 0) as "recoveryCodes",
      coalesce(u.secret_set_at, u.created_at) as since,
      coalesce(s.sudo_hash = ${sudo}::bytea and s.sudo_until > ${now.toISOString()}::timestamptz, false) as "isSudo"
    from sessions s join users u on u.id = s.user_id where s.id = ${session}`)

export const updateSudoToken = (db: Db, session: SessionId, hash: Buffer, until: Date) =>
  db.rows(sql`
    update sessions set sudo_hash = ${hash}, sudo_until = ${until.toISOString()}::timestamptz where id = ${session}`)

/** Hash of a new zip code or password; both are null when the account then has only passkeys. */
export type NewSecretHash = { zipHash: string | null; passwordHash: null } | { zipHash: null; passwordHash: string }

type CurrentSecret = 'zip' | 'password' | 'passkey' | 'any'

/** Replaces the secret if the current one is of the kind `from`; returns whether it was replaced. */
export const updateSecret = async (db: Db, id: UserId, secret: NewSecretHash, from: CurrentSecret, now: Date) => {
  const hasCurrent = {
    zip: sql`zip_hash is not null`,
    password: sql`password_hash is not null`,
    passkey: sql`coalesce(zip_hash, password_hash) is null`,
    any: sql`true`,
  }[from]
  const replaced = await db.row(sql`
    update users set zip_hash = ${secret.zipHash}, password_hash = ${secret.passwordHash},
      secret_set_at = ${now.toISOString()}::timestamptz
    where id = ${id} and ${hasCurrent} returning id`)
  return replaced !== undefined
}

export const deleteZipCode = async (db: Db, id: UserId, now: Date) => {
  const deleted = await db.row(sql`
    update users set zip_hash = null, secret_set_at = ${now.toISOString()}::timestamptz
    where id = ${id} and zip_hash is not null returning id`)
  return deleted !== undefined
}

/** Deletes the user's zip code or password if it was set at `since` or later. Returns the deleted kind, or null. */
export const deleteSecretSince = async (db: Db, id: UserId, since: string): Promise<'zipCode' | 'password' | null> => {
  const deleted = await db.row<{ hadPassword: boolean }>(sql`
    update users u set zip_hash = null, password_hash = null
    from (select id, password_hash is not null as had_password from users where id = ${id}) before
    where u.id = before.id and u.secret_set_at >= ${since}::timestamptz
      and coalesce(u.zip_hash, u.password_hash) is not null
    returning before.had_password as "hadPassword"`)
  if (!deleted) return null
  return deleted.hadPassword ? 'password' : 'zipCode'
}

/** Returns words that a password must not consist of: names of the user and of their pets, and the e-mail address. */
export const selectForbiddenPasswordWords = async (db: Db, id: UserId): Promise<string[]> => {
  const rows = await db.rows<{ word: string }>(sql`
    select unnest(array[username, fullname, email]) as word from users where id = ${id}
    union select p.name from pets p join pet_people m on m.pet_id = p.id where m.user_id = ${id}`)
  return rows.map(({ word }) => word)
}

export type NewAccountEvent = Omit<AccountEvent, 'at'> & { userId: UserId; at: Date }

export const insertAccountEvent = (db: Db, { userId, kind, at, label, network }: NewAccountEvent) =>
  db.rows(sql`
    insert into account_events (id, user_id, kind, at, label, network)
    values (${newId(at)}, ${userId}, ${kind}, ${at.toISOString()}, ${label}, ${network})`)

export const selectAccountEvents = (db: Db, userId: UserId, limit: number) =>
  db.rows<AccountEvent>(sql`
    select kind, at, label, network from account_events
    where user_id = ${userId} order by at desc, id desc limit ${limit}::int`)

export const deleteAccountEventsBefore = (db: Db, before: Date) =>
  db.rows(sql`delete from account_events where at < ${before.toISOString()}::timestamptz`)

/** Deletes all known devices of an account. Returns whether one of them has a hash in `ownHashes`. */
export const deleteDevices = async (db: Db, userId: UserId, ownHashes: readonly Buffer[]): Promise<boolean> => {
  const rows = await db.rows<{ hash: Buffer }>(sql`delete from devices where user_id = ${userId} returning hash`)
  return rows.some(({ hash }) => ownHashes.some((ownHash) => ownHash.equals(hash)))
}
