import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'
import type { FileDigest } from '#platform/storage/file-digest.ts'

/** Recorded size and SHA-256 (hex) of a file. */
export type FileHash = FileDigest & { name: string }

const hexArray = (hashes: readonly string[]) => `{${hashes.map((hex) => `"\\\\x${hex}"`).join(',')}}`

/** Records sizes and hashes of files; a later record replaces an earlier one. */
export const upsertFileHashes = (db: Db, files: readonly FileHash[]) =>
  db.rows(sql`
    insert into photo_files (name, size_bytes, hash)
    select * from unnest(${idArray(files.map(({ name }) => name))}::text[],
      ${`{${files.map(({ sizeBytes }) => sizeBytes).join(',')}}`}::int[],
      ${hexArray(files.map(({ sha256 }) => sha256))}::bytea[])
    on conflict (name) do update set size_bytes = excluded.size_bytes, hash = excluded.hash`)

/** Records size and hash of a file that has no record yet. */
export const insertFileHash = (db: Db, { name, sizeBytes, sha256 }: FileHash) =>
  db.rows(sql`
    insert into photo_files (name, size_bytes, hash) values (${name}, ${sizeBytes}, decode(${sha256}, 'hex'))
    on conflict do nothing`)

export const deleteFileHashes = (db: Db, names: readonly string[]) =>
  db.rows(sql`delete from photo_files where name = any(${idArray(names)}::text[])`)

export const selectFileHashes = async (db: Db, names: readonly string[]): Promise<Map<string, FileHash>> => {
  const rows = await db.rows<FileHash>(sql`
    select name, size_bytes as "sizeBytes", encode(hash, 'hex') as sha256 from photo_files
    where name = any(${idArray(names)}::text[])`)
  return new Map(rows.map((row) => [row.name, row]))
}

export const selectFileHashesAfter = (db: Db, after: string, limit: number) =>
  db.rows<FileHash>(sql`
    select name, size_bytes as "sizeBytes", encode(hash, 'hex') as sha256 from photo_files
    where name > ${after} order by name limit ${limit}::int`)

/** Returns the files that photos should have, for at most `limit` photos with ids above `after`, ascending. */
export const selectFilesOfPhotos = (db: Db, after: PhotoId | null, limit: number) =>
  db.rows<{ id: PhotoId; files: string[] }>(sql`
    select id, array_prepend(original_name || '.' || original_format, case when state = 'ready' then
      array(select name || '-' || width || '.' || format from unnest(widths) width, unnest('{webp,jpg}'::text[]) format)
      || array(select name || '-' || width || '.avif' from unnest(avif_widths) width) end) as files
    from photos
    where deleted_at is null and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}::int`)

// The SQL names tables of `exports`, `imports` and `moderation` as text: these features import this one.
/** Returns the names that undeleted photos, reports, exports or imports use. Failed photos use only the original. */
export const selectMediaNamesInUse = async (db: Db, names: readonly string[]): Promise<Set<string>> => {
  const rows = await db.rows<{ name: string | null }>(sql`
    select unnest(array[case when state <> 'failed' then name end, original_name]) as name from photos
    where deleted_at is null
      and (name = any(${idArray(names)}::text[]) or original_name = any(${idArray(names)}::text[]))
    union all select name from reported_photos where name = any(${idArray(names)}::text[])
    union all select left(file, 32) from export_pieces
    where file in (select unnest(${idArray(names)}::text[]) || '.zip')
    union all select left(archive, 32) from imports
    where archive in (select unnest(${idArray(names)}::text[]) || '.zip')`)
  return new Set(rows.flatMap(({ name }) => name ?? []))
}
