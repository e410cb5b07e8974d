import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

export const selectDarajaToken = (db: Db, account: string, validAfter: Date) =>
  db.row<{ token: string }>(sql`
    select token from daraja_tokens where account = ${account} and expires_at > ${validAfter.toISOString()}`)

/** Locks token requests until the transaction ends, so that only one process requests a token. */
export const lockDarajaToken = (db: Db, account: string) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtext('daraja-token'), hashtext(${account}))`)

export const upsertDarajaToken = (db: Db, t: { account: string; token: string; expiresAt: Date; livemode: boolean }) =>
  db.rows(sql`
    insert into daraja_tokens (account, token, expires_at, livemode)
    values (${t.account}, ${t.token}, ${t.expiresAt.toISOString()}, ${t.livemode})
    on conflict (account) do update set token = excluded.token, expires_at = excluded.expires_at`)
