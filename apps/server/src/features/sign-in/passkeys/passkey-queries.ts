import type { PasskeyId, UserId } from '@pawtrait/contract/ids.ts'
import type { Passkey } from '@pawtrait/contract/sign-in/passkeys.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

const passkeyColumns = sql`id, name, is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"`

/** Returns a user's passkeys, oldest first. */
export const selectPasskeys = (db: Db, userId: UserId) =>
  db.rows<Passkey>(sql`select ${passkeyColumns} from passkeys where user_id = ${userId} order by id`)

export type KnownCredential = { credentialId: Buffer; transports: string[] }

export const selectCredentialIds = (db: Db, userId: UserId) =>
  db.rows<KnownCredential>(sql`
    select credential_id as "credentialId", transports from passkeys where user_id = ${userId} order by id`)

export type NewPasskey = {
  id: PasskeyId
  userId: UserId
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: readonly string[]
  name: string
  isSynced: boolean
  now: Date
}

/** Inserts a passkey; returns undefined when the credential is in use. */
export const insertPasskey = (db: Db, p: NewPasskey) =>
  db.row<Passkey>(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, is_synced, created_at)
    values (${p.id}, ${p.userId}, ${p.credentialId}, ${p.publicKey}, ${p.counter}::bigint,
      array(select jsonb_array_elements_text(${JSON.stringify(p.transports)}::jsonb)), ${p.name}, ${p.isSynced},
      ${p.now.toISOString()})
    on conflict (credential_id) do nothing returning ${passkeyColumns}`)

export const updatePasskeyName = (db: Db, userId: UserId, id: PasskeyId, name: string) =>
  db.row<Passkey>(
    sql`update passkeys set name = ${name} where id = ${id} and user_id = ${userId} returning ${passkeyColumns}`,
  )

export const deletePasskey = (db: Db, userId: UserId, id: PasskeyId) =>
  db.row(sql`delete from passkeys where id = ${id} and user_id = ${userId} returning id`)

export const deletePasskeys = (db: Db, userId: UserId) => db.rows(sql`delete from passkeys where user_id = ${userId}`)

export const deletePasskeysSince = async (db: Db, userId: UserId, since: string): Promise<number> => {
  const rows = await db.rows(
    sql`delete from passkeys where user_id = ${userId} and created_at >= ${since}::timestamptz returning id`,
  )
  return rows.length
}

export type PasskeyOwner = {
  id: PasskeyId
  userId: UserId
  username: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

/** Returns a passkey by credential id. `here`: its account is not deleted; `departed`: deleted, but restorable. */
export const selectPasskeyOwner = (db: Db, credentialId: Buffer, accountState: 'here' | 'departed') =>
  db.row<PasskeyOwner>(sql`
    select p.id, p.user_id as "userId", u.username, p.public_key as "publicKey", p.counter::float8 as counter,
      p.transports
    from passkeys p join users u on u.id = p.user_id
    where p.credential_id = ${credentialId} and u.state <> 'pending'
      and (u.deleted_at is null) = ${accountState === 'here'}`)

/**
 * Records a use of a passkey. Returns undefined for a deleted passkey, or if the counter does not rise: the passkey may
 * be a copy. A counter may stay at 0.
 */
export const markPasskeyUsed = (db: Db, id: PasskeyId, counter: number, now: Date) =>
  db.row(sql`
    update passkeys set counter = ${counter}::bigint, last_used_at = ${now.toISOString()}
    where id = ${id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0)) returning id`)

export const insertUsedChallenge = (db: Db, hash: Buffer, expiresAt: Date) =>
  db.row(sql`
    insert into used_passkey_challenges (hash, expires_at) values (${hash}, ${expiresAt.toISOString()})
    on conflict do nothing returning hash`)

export const deleteUsedChallenges = (db: Db, now: Date) =>
  db.rows(sql`delete from used_passkey_challenges where expires_at < ${now.toISOString()}::timestamptz`)
