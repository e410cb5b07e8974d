import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

// The SQL contains the table names of `pets` as text, because `pets` imports this feature.
/** Returns at most `limit` photos of an owner, except portraits of pets that other people care for too. */
export const selectPhotosOfOwner = async (db: Db, owner: UserId, limit: number): Promise<PhotoId[]> =>
  (
    await db.rows<{ id: PhotoId }>(sql`
      select id from photos where owner_id = ${owner} and deleted_at is null and not exists (
        select 1 from pets p join pet_people c on c.pet_id = p.id
        where p.portrait_id = photos.id and p.deleted_at is null and c.user_id <> ${owner})
      order by id limit ${limit}::int`)
  ).map(({ id }) => id)

// The SQL contains the table name of `moderation` as text, because `moderation` imports this feature.
/**
 * Deletes the rows of renderings that open and closed reports keep of an owner's photos. Returns the renderings' media
 * names and sizes.
 */
export const deleteReportedPhotosOfOwner = (db: Db, owner: UserId) =>
  db.rows<{ name: string; width: number; height: number }>(sql`
    delete from reported_photos rp using photos p where p.id = rp.photo_id and p.owner_id = ${owner}
    returning rp.name, rp.width, rp.height`)

/** Clears fields of an owner's deleted photos that describe the picture: placeholder, all hashes and the edit. */
export const clearDeletedPhotos = (db: Db, owner: UserId) =>
  db.rows(sql`
    update photos set placeholder = '', hash = '', likeness = null, shown_likeness = null, crop = null, rotate = 0,
      adjustments = null
    where owner_id = ${owner} and deleted_at is not null`)
