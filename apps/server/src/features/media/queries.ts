import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/db.ts'

export type AttachedPhoto = { id: PhotoId; state: 'processing' | 'ready' | 'failed' }

/** Takes own photos that stand nowhere yet, all at once; the rows stay locked until the transaction ends. */
export const updatePhotosAttached = (db: Db, owner: UserId, ids: readonly PhotoId[], isPublic: boolean, now: Date) =>
  db.rows<AttachedPhoto>(sql`
    update photos set attached_at = ${now.toISOString()}, is_public = ${isPublic}
    where id in (
      select id from photos where id = any(${idArray(ids)}::uuid[]) and owner_id = ${owner}
        and attached_at is null and deleted_at is null
      order by id for no key update)
    returning id, state`)

export const updatePhotosPublic = (db: Db, ids: readonly PhotoId[], isPublic: boolean) =>
  db.rows(sql`update photos set is_public = ${isPublic} where id = any(${idArray(ids)}::uuid[])`)

export const updatePhotosDeleted = (db: Db, ids: readonly PhotoId[], now: Date) =>
  db.rows<{ id: PhotoId }>(sql`
    update photos set deleted_at = ${now.toISOString()}, is_public = false
    where id = any(${idArray(ids)}::uuid[]) and deleted_at is null returning id`)

export type PhotoFiles = {
  name: string
  originalName: string
  originalFormat: string
  widths: number[]
  avifWidths: number[]
}

/** The files of a deleted photo; its row stays, so that its addresses go on answering 410. */
export const selectDeletedFiles = (db: Db, id: PhotoId) =>
  db.row<PhotoFiles>(sql`
    select name, original_name as "originalName", original_format as "originalFormat", widths,
      avif_widths as "avifWidths"
    from photos where id = ${id} and deleted_at is not null`)
