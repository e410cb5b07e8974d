import { sql } from 'drizzle-orm'

/** Somebody of 13 to 17 whom no guardian has confirmed. */
export const isUnconfirmedMinor = sql`(age_band = '13-to-17' and guardian_confirmed_at is null) is true`
