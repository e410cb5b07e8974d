import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'

/** SQL of a user's account for the data export. States whether zip code and password are set, without their hashes. */
// The SQL contains the name of a table of `media`, because an import of the table would create a cycle.
export const exportedAccount = (user: UserId) => sql`
  select username, fullname, email, bio, time_zone as "timeZone", is_private as "isPrivate",
    age_band as age, age_told_at as "ageToldAt",
    guardian_confirmed_at as "guardianConfirmedAt",
    case when zip_hash is not null then 'set' end as "zipCode",
    case when password_hash is not null then 'set' end as password,
    (select json_build_object('photoId', ph.id) from photos ph where ph.name = users.image_name) as picture,
    created_at as "createdAt"
  from users where id = ${user}`
