import { type SQL, sql } from 'drizzle-orm'

/**
 * The number a photo's signed addresses are bound to; `photo` is an alias of photos. Both parts only ever rise, so the
 * sum never comes back to what it was. A public photo is not signed, and nobody is looked up for it.
 */
export const addressEpoch = (photo: string): SQL => {
  const p = sql.raw(photo)
  return sql`case when ${p}.is_public then 0 else ${p}.epoch
    + coalesce((select ae.address_epoch from users ae where ae.id = ${p}.owner_id), 0) end`
}
