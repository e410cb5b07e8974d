import { sql } from 'drizzle-orm'

/** Condition on users: 13 to 17 and not confirmed by a guardian. */
export const isUnconfirmedMinor = sql`(age_band = '13-to-17' and guardian_confirmed_at is null) is true`
