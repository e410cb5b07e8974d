import { type SQL, sql } from 'drizzle-orm'

/** SQL of the epoch in a photo's signed URLs. Incrementing the epoch invalidates older URLs. `photo`: table alias. */
export const urlEpoch = (photo: string): SQL => {
  const p = sql.raw(photo)
  return sql`case when ${p}.is_public then 0 else ${p}.epoch
    + coalesce((select ae.address_epoch from users ae where ae.id = ${p}.owner_id), 0) end`
}
