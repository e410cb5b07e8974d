import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

// Tables of features that import this one (pets) are named in the text.
/** Some photos of an owner's that nothing else shows: of pets that others keep, the portrait stays. */
export const selectPhotosOf = async (db: Db, owner: UserId, most: number): Promise<PhotoId[]> =>
  (
    await db.rows<{ id: PhotoId }>(sql`
      select id from photos where owner_id = ${owner} and deleted_at is null and not exists (
        select 1 from pets p join pet_people c on c.pet_id = p.id
        where p.portrait_id = photos.id and p.deleted_at is null and c.user_id <> ${owner})
      order by id limit ${most}::int`)
  ).map(({ id }) => id)

// Tables of features that import this one (moderation) are named in the text.
/** Pictures that were kept as they were reported, of an owner who has left, whatever became of the reports. */
export const deleteReportedOf = (db: Db, owner: UserId) =>
  db.rows<{ name: string; width: number; height: number }>(sql`
    delete from reported_photos rp using photos p where p.id = rp.photo_id and p.owner_id = ${owner}
    returning rp.name, rp.width, rp.height`)

/** What rows of deleted photos still tell of what was on them: a blur of it, and its SHA-256. */
export const updatePhotosBlank = (db: Db, owner: UserId) =>
  db.rows(sql`
    update photos set placeholder = '', hash = '', crop = null, adjustments = null
    where owner_id = ${owner} and deleted_at is not null`)
