import { sql } from 'drizzle-orm'

/** SQL condition on `users`: the user is aged 13 to 17, and no guardian has confirmed the account. */
export const isUnconfirmedMinor = sql`(age_band = '13-to-17' and guardian_confirmed_at is null) is true`
