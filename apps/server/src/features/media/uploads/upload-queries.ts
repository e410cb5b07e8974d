import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { PartialUpload } from './partial-upload.ts'

export type UploadPieceRow = { beginsAt: number; file: string }

export const insertUpload = (db: Db, { id, owner, sizeBytes, beganAt }: Omit<PartialUpload, 'offset' | 'photo'>) =>
  db.rows(sql`
    insert into uploads (id, owner_id, size_bytes, began_at)
    values (${id}, ${owner}, ${sizeBytes}, ${beganAt}::timestamptz)`)

export const selectUpload = (db: Db, owner: UserId, id: string) =>
  db.row<PartialUpload>(sql`
    select id, owner_id as owner, size_bytes as "sizeBytes", arrived as "offset", began_at as "beganAt",
      photo_id as photo
    from uploads where id = ${id} and owner_id = ${owner}`)

export const countUnfinishedUploads = async (db: Db, owner: UserId, after: Date): Promise<number> => {
  const row = await db.row<{ n: number }>(sql`
    select count(*)::int as n from uploads
    where owner_id = ${owner} and photo_id is null and began_at > ${after.toISOString()}::timestamptz`)
  return row?.n ?? 0
}

/**
 * Records a piece that begins where the last one ended. Returns false for any other piece, such as one that is sent
 * twice. Also returns false for an upload that is already accepted.
 */
export const appendPiece = async (db: Db, id: string, { beginsAt, file }: UploadPieceRow, sizeBytes: number) => {
  const insertedPiece = await db.row(sql`
    with grown as (
      update uploads set arrived = arrived + ${sizeBytes}::int
      where id = ${id} and arrived = ${beginsAt} and photo_id is null
      returning id)
    insert into upload_pieces (upload_id, begins_at, file) select id, ${beginsAt}, ${file} from grown
    returning begins_at`)
  return insertedPiece !== undefined
}

export const selectPieces = (db: Db, id: string) =>
  db.rows<UploadPieceRow>(sql`
    select begins_at as "beginsAt", file from upload_pieces where upload_id = ${id} order by begins_at`)

/**
 * Claims an upload or renews the claim. Returns false if another request has the claim, or if the upload is accepted or
 * deleted.
 */
export const claimUpload = async (db: Db, id: string, judge: string, seconds: number): Promise<boolean> => {
  const claimed = await db.row(sql`
    update uploads set judge = ${judge}, judged_until = clock_timestamp() + ${seconds} * interval '1 second'
    where id = ${id} and photo_id is null and (judge is null or judge = ${judge} or judged_until < clock_timestamp())
    returning id`)
  return claimed !== undefined
}

export const releaseUpload = (db: Db, id: string, judge: string) =>
  db.rows(sql`update uploads set judge = null where id = ${id} and judge = ${judge}`)

/** Sets the photo of an upload unless it has one. Returns the upload's photo; undefined when the upload is deleted. */
export const setUploadPhoto = async (db: Db, id: string, photo: PhotoId): Promise<PhotoId | undefined> => {
  const updatedUpload = await db.row<{ photo: PhotoId }>(sql`
    update uploads set photo_id = coalesce(photo_id, ${photo}::uuid) where id = ${id} returning photo_id as photo`)
  return updatedUpload?.photo
}

/** Deletes the rows of an upload's pieces; returns their files. */
export const deletePieces = async (db: Db, id: string): Promise<string[]> => {
  const rows = await db.rows<{ file: string }>(sql`delete from upload_pieces where upload_id = ${id} returning file`)
  return rows.map(({ file }) => file)
}

export const deleteUpload = (db: Db, id: string) => db.rows(sql`delete from uploads where id = ${id}`)

export const selectUploadsBefore = (db: Db, before: Date, after: string, limit: number) =>
  db.rows<{ id: string }>(sql`
    select id from uploads where began_at < ${before.toISOString()}::timestamptz and id > ${after}
    order by id limit ${limit}::int`)

export const selectUploadsOfOwner = async (db: Db, owner: UserId): Promise<string[]> =>
  (await db.rows<{ id: string }>(sql`select id from uploads where owner_id = ${owner}`)).map(({ id }) => id)
