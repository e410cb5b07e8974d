import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'

/** Stores hashes (SHA-256 in hex) of a list that was read at `seenAt`. */
export const upsertKnownHashes = (db: Db, hashes: readonly string[], seenAt: Date) =>
  db.rows(sql`
    insert into listed_pictures (hash, seen_at)
    select decode(hex, 'hex'), ${seenAt.toISOString()}::timestamptz
    from (select distinct hex from unnest(${idArray(hashes)}::text[]) hex) h
    on conflict (hash) do update set seen_at = excluded.seen_at`)

export const deleteKnownHashesBefore = (db: Db, instant: Date) =>
  db.rows(sql`delete from listed_pictures where seen_at < ${instant.toISOString()}`)

export const isKnownHash = async (db: Db, hash: Uint8Array): Promise<boolean> =>
  (await db.row(sql`select 1 from listed_pictures where hash = ${Buffer.from(hash)}`)) !== undefined

export type EvidencePhoto = {
  id: PhotoId
  owner: UserId | null
  username: string | null
  hash: string
  original: string
  at: string
}

// Only evidence is both failed and taken down, because moderators cannot take down a photo that failed to render.
const isEvidence = sql`p.state = 'failed' and p.taken_down_at is not null and p.deleted_at is null`

const selectEvidence = sql`select p.id, p.owner_id as owner, u.username, encode(p.hash, 'hex') as hash,
    p.original_name || '.' || p.original_format as original, p.created_at as at
  from photos p left join users u on u.id = p.owner_id where ${isEvidence}`

export const selectEvidencePhotos = (db: Db, limit: number) =>
  db.rows<EvidencePhoto>(sql`${selectEvidence} order by p.id desc limit ${limit}::int`)

export const selectEvidencePhoto = (db: Db, id: PhotoId) =>
  db.row<EvidencePhoto>(sql`${selectEvidence} and p.id = ${id}`)
