import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL of a photo's address epoch, to which its signed URLs are bound. `photo`: an alias of photos. Both parts only
 * rise, so that an old sum never returns. A public photo is not signed and needs no look-up of its owner.
 */
export const addressEpoch = (photo: string): SQL => {
  const p = sql.raw(photo)
  return sql`case when ${p}.is_public then 0 else ${p}.epoch
    + coalesce((select ae.address_epoch from users ae where ae.id = ${p}.owner_id), 0) end`
}
